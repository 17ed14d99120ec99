/** Every note, in English: `{name}` is the argument of that name. Other languages have a text for each of these codes. */
export const noteTexts = {
  'option-left-out': '{option} has no counterpart here: {value}',
  'section-left-out': '{section}: such things have no counterpart here',
  'type-left-out': '"{name}" is left out: there is no type {type}',
  'table-left-out': '"{name}" is left out: {table} is no table of registers',
  'address-left-out': '"{name}" is left out: {address} is no address from 0 to 65535',
  'format-left-out': '"{name}" is left out: {problem}',
  'duplicate-left-out': '"{name}" is left out: it reads what "{other}" reads',
  'column-left-out': 'column "{column}" is left out',
  'code-left-out': '{option} is program code, which is not run',
  'network-left-out': 'network "{name}" is left out: {type} is not read here',
  'scale-left-out': '"{name}" is left out: its scale {scale} is no decimal that ends',
  'nan-left-out': '{value} cannot be a value of "{name}" that means none',
  'bounds-left-out': 'limits {min} to {max} of "{name}" are left out: they are of reading, not of writing',
  'device-empty': 'device "{name}" is left out: it has no parameter that can be read here',
  'period-changed': '"{name}" was read every {was} s, and is read every {is} s with its device',
  'period-rounded': 'period {was} becomes {is} s',
  'period-raised': 'the period of "{name}" is {was} s; the shortest here is 1 s, the longest 86400 s',
  'name-changed': 'the name "{was}" is there twice; one becomes "{is}"',
  'text-shortened': '"{was}" is shortened to {most} characters',
  'label-left-out': 'the label "{label}" is there twice; it stays with the first',
  'timeout-changed': 'timeout {was} ms becomes {is} ms',
  'retries-changed': '{was} retries become {is}',
  'order-guessed': 'byte order {is} is assumed for values of several registers: compare the values that are read',
  'not-tracked': '"{name}" is never read by itself there; it is not recorded here',
  'state-elsewhere': 'the state of "{name}" is read at {address}; here a value is read where it is written',
  'writing-off': 'parameters that can be written, as soon as an owner allows writing to the new network',
  'serial-line': 'set the serial port of the gateway to {line}',
  'cell-error': 'cell {cell} is left empty: it holds the error {value}',
  'sheet-left-out': 'sheet "{sheet}" is left out: one is read',
} as const
export type NoteCode = keyof typeof noteTexts

/** Every question, in English. */
export const questionTexts = {
  network:
    'Through which network is "{name}" read? A network that is there, an address like 192.0.2.7:502, or a gateway that is bound later.',
  unit: 'What is the Modbus unit id of "{name}"?',
  secret: 'What is the secret "{name}"?',
  addresses: 'How does the file count registers?',
  'word-order': 'In which order are the words of values of several registers?',
  'byte-order': 'The bytes of "{name}" are in little order. How are they read?',
  column: 'What is column "{column}"?',
} as const
export type QuestionCode = keyof typeof questionTexts
