/** A shape of a drawing, with the attributes and the children of its SVG element. */
export interface Shape {
  name: string;
  attributes: readonly (readonly [name: string, value: string])[];
  shapes: readonly Shape[];
}

/** A picture as shapes that may stand in the page itself: nothing in it is loaded, referred to or run. */
export interface Drawing {
  viewBox: string;
  shapes: readonly Shape[];
}

const svg = "http://www.w3.org/2000/svg";
const made = new WeakMap<Drawing, DocumentFragment>();

/**
 * Puts the shapes into an `<svg>`. A picture that is loaded, even from a `data:` address, is a document of its own
 * with its own style and layout, which is many times the work.
 */
export function drawInto(place: SVGSVGElement, drawing: Drawing): void {
  const known = made.get(drawing) ?? elementsOf(drawing.shapes);
  made.set(drawing, known);
  place.replaceChildren(known.cloneNode(true));
}

function elementsOf(shapes: readonly Shape[]): DocumentFragment {
  const elements = document.createDocumentFragment();
  for (const shape of shapes) {
    const element = document.createElementNS(svg, shape.name);
    for (const [name, value] of shape.attributes) element.setAttribute(name, value);
    element.append(elementsOf(shape.shapes));
    elements.append(element);
  }
  return elements;
}
