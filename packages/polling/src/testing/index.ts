export { phaseOf } from '../phase.rules.ts'
export { reasons } from '../reasons.ts'
export { device, net, param, startMs } from './fake-line.ts'
