import { askGateway } from './system/control-line.ts'
import { lockFolder } from './system/data-folder.ts'
import { UserPassword } from './system/user-password.ts'

export { PasswordProblem } from './system/user-password.ts'

/** What can be done to a gateway by whoever may open its data folder. */

/** Presses the button of the gateway that runs there; false where none does. */
export const pressButton = async (folder: string): Promise<boolean> =>
  (await askGateway(folder, { do: 'button' }))?.isDone === true

/** Gives the user of level 1 a password, or takes the user away; at once where a gateway runs, else for its next start. */
export const setUserPassword = async (folder: string, password: string | null): Promise<void> => {
  UserPassword.check(password)
  const answer = await askGateway(folder, { do: 'user', password })
  if (answer?.isDone === false) throw new Error(answer.why)
  if (answer !== undefined) return
  const release = lockFolder(folder)
  try {
    new UserPassword({ folder }).set(password)
  } finally {
    release()
  }
}
