export { dutyOrder, dutyTurns } from './duty.rules.ts'
export { contactsByIds } from './escalation.sql.ts'
export { Escalations } from './escalations.ts'
