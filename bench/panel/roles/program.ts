import { modbusPortOf, startOpenGateway } from '../../gateway/open-gateway.ts'
import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'

export interface BoxActs extends Acts {
  /** The gateway with its panel, on this serial port. */
  open(on: {
    serialPort: string
    baudRate: number
    panel: string
  }): Promise<{ url: string; modbusPort: number; password: string }>
}

const acts: BoxActs = {
  async open({ serialPort, baudRate, panel }) {
    const gateway = await startOpenGateway(serialPort, baudRate, {}, panel)
    return { url: gateway.url, modbusPort: modbusPortOf(gateway), password: gateway.firstPassword ?? '' }
  },
}
play(acts)
