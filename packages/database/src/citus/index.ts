export { type DistributeStep, distribute, isDistributed, planCleaning, planDistribution } from './distribute.ts'
