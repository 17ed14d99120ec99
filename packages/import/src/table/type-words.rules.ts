import { type RegisterKind, registerKinds, type ValueType, valueTypes } from '@busbar/modbus'

/** Small letters and digits, and nothing else. */
export const plainWord = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const kindWords: Readonly<Record<string, RegisterKind>> = {
  '1': 'coil',
  '2': 'discrete-input',
  '3': 'holding',
  '4': 'input',
  '0x': 'coil',
  '1x': 'discrete-input',
  '3x': 'input',
  '4x': 'holding',
  '6': 'holding',
  '16': 'holding',
  '5': 'coil',
  '15': 'coil',
  holdingregister: 'holding',
  holdingregisters: 'holding',
  hr: 'holding',
  inputregister: 'input',
  inputregisters: 'input',
  ir: 'input',
  coils: 'coil',
  co: 'coil',
  discrete: 'discrete-input',
  discreteinput: 'discrete-input',
  discreteinputs: 'discrete-input',
  di: 'discrete-input',
}

/** The table that a word of a spreadsheet means: `FC04`, `Holding Register`, `4x`. */
export const kindOfWord = (text: string): RegisterKind | null => {
  const known = registerKinds.find((kind) => kind === text.trim().toLowerCase())
  if (known !== undefined) return known
  const word = plainWord(text).replace(/^(?:fc|f|function)0*(?=\d)|^0+(?=\d)/, '')
  return kindWords[word] ?? kindWords[plainWord(text)] ?? null
}

const typeWords: Readonly<Record<string, ValueType>> = {
  float: 'f32',
  real: 'f32',
  single: 'f32',
  ieee754: 'f32',
  double: 'f64',
  lreal: 'f64',
  word: 'u16',
  int: 's16',
  integer: 's16',
  uint: 'u16',
  short: 's16',
  ushort: 'u16',
  dword: 'u32',
  dint: 's32',
  udint: 'u32',
  long: 's32',
  ulong: 'u32',
  qword: 'u64',
  lint: 's64',
  ulint: 'u64',
  bool: 'bit',
  boolean: 'bit',
  ascii: 'string',
  text: 'string',
  str: 'string',
  bcd: 'bcd16',
  lbcd: 'bcd32',
}
const wholes: Readonly<Record<string, readonly [ValueType, ValueType]>> = {
  '16': ['s16', 'u16'],
  '32': ['s32', 'u32'],
  '64': ['s64', 'u64'],
}
const integerForm =
  /^(u|un|unsigned|s|signed)?(?:int|integer|i)?(16|32|64)(?:bits?)?(?:int|integer)?(unsigned|signed|u|s)?t?$/
const floatForm = /^(?:f|float|real|ieee754|ieee)(32|64)(?:bits?)?$|^(32|64)(?:bits?)?(?:f|float|real)$/

/** The type that a word of a spreadsheet means: `UINT16`, `float`, `16-bit unsigned`. `registers` decides where the word does not. */
export const typeOfWord = (text: string, registers: number | null = null): ValueType | null => {
  const known = valueTypes.find((type) => type === text.trim().toLowerCase())
  if (known !== undefined) return known
  const word = plainWord(text)
  const [, front = '', bits = '', behind = ''] = integerForm.exec(word) ?? []
  if (bits !== '') return wholes[bits]?.[Number(`${front}${behind}`.startsWith('u'))] ?? null
  const float = floatForm.exec(word)
  if (float !== null) return (float[1] ?? float[2]) === '64' ? 'f64' : 'f32'
  const type = Object.hasOwn(typeWords, word) ? (typeWords[word] ?? null) : null
  return type !== null && registers !== null ? (wider[type]?.[registers] ?? type) : type
}

/** Returns a type without a width for a number of registers. */
const wider: Readonly<Partial<Record<ValueType, Readonly<Record<number, ValueType>>>>> = {
  s16: { 2: 's32', 4: 's64' },
  u16: { 2: 'u32', 4: 'u64' },
  f32: { 4: 'f64' },
  bcd16: { 2: 'bcd32' },
}
