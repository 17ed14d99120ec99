export { DatabaseProbe } from './database-probe.ts'
export { DatabaseProblem } from './problem.ts'
export { SoleService } from './sole-service.ts'
export {
  fullDatabase,
  isOutOfFiles,
  isUnclear,
  readOnlyDatabase,
  silentDatabase,
  unavailability,
} from './unavailable.ts'
export { WriteProbe, writeOnce } from './write-probe.ts'
