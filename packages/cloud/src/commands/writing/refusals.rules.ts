import { formatProblem, type WriteError } from '@busbar/modbus'
import type { WriteFacts } from './facts.sql.ts'
import { formatOf } from './value.rules.ts'

/** Why a parameter cannot be written whatever the value, as a sentence, or null. */
export const notWritable = (facts: WriteFacts): string | null => {
  if (facts.registerKind === 'input' || facts.registerKind === 'discrete-input')
    return `A parameter of kind ${facts.registerKind} can only be read.`
  if (!facts.isProgrammable) return 'The parameter is not programmable.'
  if (!facts.isDeviceOn) return 'The device is disabled.'
  if (!facts.isNetOn) return 'The network is disabled.'
  if (!facts.isWritingAllowed)
    return 'Writing is not allowed in this network: an owner of the organization can allow it.'
  if (facts.unit === 0) return 'Unit 0 means every device at once: nothing is written to it.'
  const problem = formatProblem(formatOf(facts), facts.registerKind)
  return problem === null ? null : `The parameter is set up wrongly: ${problem}`
}

const listedMax = 50

/** Why a value is not written, as a sentence. */
export const refusalText = (error: WriteError): string => {
  switch (error.name) {
    case 'not-decimal':
      return 'The value is not a plain decimal number.'
    case 'not-whole':
      return 'The value must be a whole number.'
    case 'below-min':
      return `The value must be at least ${error.min}.`
    case 'above-max':
      return `The value must be at most ${error.max}.`
    case 'out-of-range':
      return `The value must be from ${error.lowest} to ${error.highest}.`
    case 'not-in-enum':
      return `The value must be one of ${error.known.slice(0, listedMax).join(', ')}.`
    case 'too-long':
      return `The text must have at most ${error.bytesMax} bytes.`
    case 'not-text':
      return 'The text has characters that cannot be written.'
    case 'no-value':
      return 'The device would take this for no value.'
    case 'read-only':
      return 'The value depends on another register: it can only be read.'
  }
}
