/** Loads the code that draws charts of candles. */
export const loadChart = () => import("../../../ui/chart/candle-chart.ts");

/**
 * Asks for that code as a screen with such a chart is entered, beside the code of the screen itself. Where it cannot
 * be had, the chart says so.
 */
export function approachChart(): void {
  loadChart().catch(() => undefined);
}
