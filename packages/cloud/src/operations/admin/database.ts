import { type DistributeStep, distribute, planCleaning, planDistribution } from '@busbar/database/citus'
import { type Admin, AdminProblem } from './admin.ts'

/** Returns the steps without running them. */
export const distributionPlan = async ({ db }: Admin): Promise<DistributeStep[]> => {
  const steps = await planDistribution(db.sql)
  return steps.length === 0 ? [] : [...steps, ...planCleaning()]
}

/** Spreads the readings over the workers of Citus; false where they are. No service may use the database meanwhile. */
export const distributeReadings = (
  { db, isShared }: Admin,
  onStep: (step: DistributeStep) => void,
): Promise<boolean> => {
  if (isShared) throw new AdminProblem('A service uses the database: stop every node first.')
  return distribute(db.sql, onStep)
}
