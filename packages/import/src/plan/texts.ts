/** Every note, in English: `{name}` is the argument of that name. Other languages have a text for each of these codes. */
export const noteTexts = {
  'option-left-out': '{option} is not supported: {value}',
  'section-left-out': '{section} is not supported',
  'type-left-out': '"{name}" is skipped: unknown type {type}',
  'table-left-out': '"{name}" is skipped: {table} is not a register table',
  'address-left-out': '"{name}" is skipped: {address} is not an address from 0 to 65535',
  'format-left-out': '"{name}" is skipped: {problem}',
  'duplicate-left-out': '"{name}" is skipped: it duplicates "{other}"',
  'column-left-out': 'column "{column}" is skipped',
  'code-left-out': '{option} is skipped: program code is not executed',
  'network-left-out': 'network "{name}" is skipped: {type} is not supported',
  'scale-left-out': '"{name}" is skipped: its scale {scale} is not a finite decimal',
  'nan-left-out': '{value} cannot be the no-value code of "{name}"',
  'bounds-left-out': 'limits {min} to {max} of "{name}" are skipped: they apply to reads, not to writes',
  'device-empty': 'device "{name}" is skipped: it has no supported parameters',
  'period-changed': 'the polling interval of "{name}" changes from {was} s to {is} s, that of its device',
  'period-rounded': 'polling interval {was} is rounded to {is} s',
  'period-raised': 'the polling interval of "{name}" is {was} s, but must be from 1 s to 86400 s',
  'name-changed': 'duplicate name "{was}" is changed to "{is}"',
  'text-shortened': '"{was}" is shortened to {most} characters',
  'label-left-out': 'duplicate label "{label}" is kept for the first parameter only',
  'timeout-changed': 'timeout {was} ms is changed to {is} ms',
  'retries-changed': '{was} retries are changed to {is}',
  'order-guessed': 'byte order {is} is assumed for values of several registers. Check the values read',
  'not-tracked': '"{name}" is not polled in the source, so it is not recorded',
  'state-elsewhere':
    'the state of "{name}" is read at {address}, but values are always read at the address that is written',
  'writing-off': 'parameters become writable once an owner allows writing to the new network',
  'serial-line': 'set the serial port of the gateway to {line}',
  'cell-error': 'cell {cell} is empty: it contains the error {value}',
  'sheet-left-out': 'sheet "{sheet}" is skipped: only one sheet is read',
} as const
export type NoteCode = keyof typeof noteTexts

/** Every question, in English. */
export const questionTexts = {
  network:
    'Which network connects "{name}"? Choose an existing network, enter an address such as 192.0.2.7:502, or assign a gateway later.',
  unit: 'What is the Modbus unit ID of "{name}"?',
  secret: 'What is the secret "{name}"?',
  addresses: 'How does the file number registers?',
  'word-order': 'What is the word order of values with several registers?',
  'byte-order': '"{name}" uses little-endian byte order. How is it read?',
  column: 'What does column "{column}" contain?',
} as const
export type QuestionCode = keyof typeof questionTexts
