import { randomBytes } from 'node:crypto'
import { newPassword } from '../../accounts/access/secrets.ts'

export { roles } from '../../accounts/access/roles.ts'
export { type Admin, AdminProblem, type Installation, withAdmin } from './admin.ts'
export { backupTo, restoreFrom, verifyBackup } from './backups.ts'
export { freeClaim, giveClaim, listClaims } from './claims.ts'
export { createConnectCode, deleteConnectCode, listConnectCodes } from './connect-codes.ts'
export { distributeReadings, distributionPlan } from './database.ts'
export { addFirmware } from './firmware.ts'
export { type ConfigOutcome, importConfigFrom } from './import-config.ts'
export { createKey, deleteKey, listKeys } from './keys.ts'
export { createNotification, deleteNotification, listNotifications } from './notifications.ts'
export { createOrg, listOrgs, setOrg } from './orgs.ts'
export { exportReadingsTo, importReadingsFrom, type ReadingsOutcome } from './readings-files.ts'
export { dropSealed, listSealed, rotateKey } from './sealed.ts'
export { exportOrgTo, importOrgFrom } from './transfer.ts'
export {
  createUser,
  listUsers,
  removeSecondFactor,
  setInstallationAdmin,
  setPassword,
  setRole,
  userFields,
} from './users.ts'

/** A random password. */
export const newSecret = (): string => newPassword(randomBytes)
