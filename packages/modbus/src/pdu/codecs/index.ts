import type { KnownFunction } from '../functions.ts'
import { diagnose, readEventCounter, readEventLog, readStatus, reportServerId } from './diagnostics.ts'
import { readFile, writeFile } from './files.ts'
import { readIdentity } from './identity.ts'
import type { Codec } from './message-codec.ts'
import {
  exchangeRegisters,
  maskRegister,
  readBits,
  readQueue,
  readWords,
  writeCoil,
  writeCoils,
  writeRegister,
  writeRegisters,
} from './registers.ts'

/** The functions we know, each in both directions. The function code itself is written and read by the caller. */
export const codecs: { [F in KnownFunction]: Codec<F> } = {
  1: readBits,
  2: readBits,
  3: readWords,
  4: readWords,
  5: writeCoil,
  6: writeRegister,
  7: readStatus,
  8: diagnose,
  11: readEventCounter,
  12: readEventLog,
  15: writeCoils,
  16: writeRegisters,
  17: reportServerId,
  20: readFile,
  21: writeFile,
  22: maskRegister,
  23: exchangeRegisters,
  24: readQueue,
  43: readIdentity,
}
