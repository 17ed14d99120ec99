import { envelopes } from '@busbar/modbus'
import { openPty } from '@busbar/serial'
import type { Acts } from '../../kit/acts.ts'
import { median } from '../../kit/median.ts'
import { play } from '../../kit/play.ts'
import { timesOf } from '../line.ts'
import { onTime } from '../on-time.ts'

export interface PartnerActs extends Acts {
  /** Devices on a pseudo-terminal that take the time of a line at this speed; gives its path. */
  open(baudRate: number): Promise<string>
  /** Since it was last asked: silence between an answer and the next request, and how late our own answers were on average. */
  gaps(): { quietMedianMs: number; quietMeanMs: number; lateMs: number }
}

let quiets: number[] = []
let lates: number[] = []
const answer = Uint8Array.of(3, 4, 1, 44, 0, 10)

const acts: PartnerActs = {
  async open(baudRate) {
    const { askMs, answerMs, quietMs } = timesOf(baudRate)
    const pty = await openPty()
    let answeredMs = 0
    const onFrame = ({ unit }: { unit: number }): void => {
      const heardMs = performance.now()
      if (answeredMs > 0) quiets.push(heardMs - answeredMs)
      const dueMs = heardMs + askMs + quietMs + answerMs
      onTime(dueMs, () => {
        pty.write(envelopes.rtu.encode({ transaction: 0, unit, pdu: answer }))
        answeredMs = performance.now()
        lates.push(answeredMs - dueMs)
      })
    }
    const parser = envelopes.rtu.parser('ask', { onFrame, onBroken: () => {} })
    pty.on('data', (bytes) => parser.push(bytes))
    return pty.path
  },
  gaps() {
    const figures = { quietMedianMs: median(quiets), quietMeanMs: mean(quiets), lateMs: mean(lates) }
    quiets = []
    lates = []
    return figures
  },
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

play(acts)
