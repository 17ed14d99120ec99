import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'
import { openGateway } from '../open-gateway.ts'

export interface ProgramActs extends Acts {
  /** The gateway as it is, on this serial port; gives the port of its Modbus TCP. */
  open(on: { serialPort: string; baudRate: number }): Promise<number>
}

const acts: ProgramActs = { open: ({ serialPort, baudRate }) => openGateway(serialPort, baudRate) }
play(acts)
