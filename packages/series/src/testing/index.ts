export { writeTimes, writeValues } from '../format/columns.ts'
export { seal } from '../format/sealed.ts'
export { denseDay, readingsIn, readingsOfDay } from './readings.arbitrary.ts'
export { encodeBlock2 } from './version-2.ts'
