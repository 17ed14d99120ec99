import { dropLocked } from '../sealing/drop-locked.ts'
import { type ListedSecret, listSecrets } from '../sealing/list.ts'
import { type Rotated, rotate } from '../sealing/rotate.ts'
import type { Admin } from './admin.ts'

/** Every secret of the installation by how people know it, and whether it can be opened. */
export const listSealed = ({ db, secrets }: Admin): Promise<ListedSecret[]> => listSecrets(db, secrets)

/** Seals everything under a new key. */
export const rotateKey = ({ db, secrets, keyFile }: Admin, options: { forgetOld: boolean }): Promise<Rotated> =>
  rotate(db, keyFile, secrets, options)

/** Removes what nobody can open any more. */
export const dropSealed = ({ db, secrets }: Admin): Promise<string[]> => dropLocked(db, secrets)
