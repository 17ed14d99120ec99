import { existsSync } from 'node:fs'
import { askGateway } from '../box/control/control-line.ts'
import { UserPassword } from '../box/user-password.ts'
import { fineClock } from '../bus/port/clocks.ts'
import { statusOffline } from '../status/offline.ts'
import type { GatewayStatus } from '../status/status.ts'
import { DataFolder } from '../storage/data-folder.ts'
import { isInUse, lockFolder } from '../storage/lock-folder.ts'

export { PasswordProblem } from '../box/user-password.ts'
export { statusLines } from '../status/lines.ts'
export type { GatewayStatus } from '../status/status.ts'

/** Commands for users who may open the data folder of a gateway. */

/** Presses the button of a running gateway; false when none runs. */
export const pressButton = async (folder: string): Promise<boolean> =>
  (await askGateway(folder, { do: 'button' }))?.isDone === true

/** The tunnel to the cloud gets a new key; false where no gateway runs there. */
export const rotateVpnKey = async (folder: string): Promise<boolean> =>
  (await askGateway(folder, { do: 'rotate' }))?.isDone === true

/** Status of a running gateway, or of its data folder when none runs. */
export const readStatus = async (folder: string): Promise<GatewayStatus> => {
  const answer = await askGateway(folder, { do: 'status' })
  if (answer?.isDone === false) throw new Error(answer.why)
  if (answer?.told !== undefined) return answer.told as GatewayStatus
  if (await isInUse(folder))
    throw new Error(`a gateway runs in ${folder} and refuses this user: run the command as the gateway's user`)
  if (!existsSync(folder)) throw new Error(`${folder}: there is no such folder, and no gateway runs in it`)
  return withFolder(folder, statusOffline)
}

/** Sets or removes the password of the user, at once in a running gateway, otherwise for its next start. */
export const setUserPassword = async (folder: string, password: string | null): Promise<void> => {
  UserPassword.check(password)
  const answer = await askGateway(folder, { do: 'user', password })
  if (answer?.isDone === false) throw new Error(answer.why)
  if (answer !== undefined) return
  const release = await lockFolder(folder)
  try {
    await withFolder(folder, (dataFolder) => new UserPassword({ folder: dataFolder }).set(password))
  } finally {
    release()
  }
}

/** Reports unsaved data as an error, because a command has no log and no retry. */
const withFolder = async <T>(path: string, act: (folder: DataFolder) => T | Promise<T>): Promise<T> => {
  const folder = new DataFolder({ path, clock: fineClock, log: { error: () => {}, info: () => {} } })
  try {
    return await act(folder)
  } finally {
    folder.stop()
  }
}
