/** For programs that draw pictures. */
export { pictureOfDevice } from './model/device-picture.rules.ts'
export { savedOf } from './model/load-picture.ts'
export { fillsTo, flowsTo, limitsAt, runsAt, Sketch } from './model/sketch.ts'
