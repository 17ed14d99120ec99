import { measureNetwork } from '@busbar/console/bench'
import type { Goal } from '../kit/print.ts'

/** How soon the console is there over 150 kB/s with 0.8 s until an answer begins. */
export const networkGoals = async (): Promise<Goal[]> => {
  const opened = await measureNetwork()
  if (opened === null) return []
  const { signInColdSec, overviewColdSec, overviewWarmSec } = opened
  return [
    {
      what: 'over a slow network: the form to sign in, first visit',
      value: signInColdSec,
      unit: ' s',
      wants: { below: 3 },
    },
    { what: 'over a slow network: overview, first visit', value: overviewColdSec, unit: ' s', wants: { below: 5 } },
    { what: 'over a slow network: overview, known browser', value: overviewWarmSec, unit: ' s', wants: { below: 3 } },
  ]
}
