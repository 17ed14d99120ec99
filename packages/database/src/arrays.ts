export { ArrayText, listText } from './array-text.ts'
export { PackedDoubles, PackedInstants, PackedIntegers } from './packed-array.ts'
