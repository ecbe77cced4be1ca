/** Under which names `localStorage` has what the list on Home begins with: it answers before the first frame. */
export const homeChoiceKey = "godwit:markets";
export const firstRowsKey = "godwit:first-rows";
