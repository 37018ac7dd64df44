import '@mantine/charts/styles.layer.css';
import { BarChart, type BarChartProps } from '@mantine/charts';

/** The table has the same numbers, so keyboards and screen readers skip the drawing. */
const DRAWING = { accessibilityLayer: false };
/** Without it, labels of days nearly touch on a phone. */
const X_AXIS = { minTickGap: 16 };

type Props = Pick<BarChartProps, 'data' | 'series' | 'type' | 'valueFormatter' | 'yAxisProps' | 'withLegend'>;

/** A bar for each row of `data`, whose `label` is below it. Its library has as much code as the inbox. */
export default function Chart(props: Props) {
  return (
    <BarChart
      h="100%"
      dataKey="label"
      xAxisProps={X_AXIS}
      barProps={{ isAnimationActive: false }}
      barChartProps={DRAWING}
      {...props}
    />
  );
}
