/** The code that draws charts. */
export const loadChart = () => import("../../../ui/chart/candle-chart.ts");

/** Asks for it while a screen with a chart is entered, beside the code of the screen itself. Where it cannot come the chart says so. */
export function approachChart(): void {
  loadChart().catch(() => undefined);
}
