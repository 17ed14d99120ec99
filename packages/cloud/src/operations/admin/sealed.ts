import { dropLocked } from '../../accounts/sealing/drop-locked.ts'
import { type ListedSecret, listSecrets } from '../../accounts/sealing/list.ts'
import { type RotationResult, rotate } from '../../accounts/sealing/rotate.ts'
import { type Admin, AdminProblem } from './admin.ts'

/** Every secret of the installation by how people know it, and whether it can be opened. */
export const listSealed = ({ db, secrets }: Admin): Promise<ListedSecret[]> => listSecrets(db, secrets)

/** Seals everything under a new key. */
export const rotateKey = ({ db, secrets, keyFile }: Admin, options: { forgetOld: boolean }): Promise<RotationResult> =>
  rotate(db, keyFile, secrets, options)

/** Removes what was sealed under a key that is lost. */
export const dropSealed = async ({ db, secrets, keyFile }: Admin, keyId: string): Promise<string[]> => {
  const read = keyFile.read()
  if ('err' in read && !read.isMissing) throw new AdminProblem(`The key file ${keyFile.path} ${read.err}.`)
  return dropLocked(db, secrets, keyId)
}
