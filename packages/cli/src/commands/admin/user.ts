import {
  createUser,
  listUsers,
  newSecret,
  removeSecondFactor,
  roles,
  setInstallationAdmin,
  setPassword,
  setRole,
  userFields,
} from '@busbar/cloud/admin'
import { type CommandContext, command, type Group, UsageError } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { neededOf, wordOf } from '../../values.ts'
import { admin, orgIdOf, placeFlags } from './place.ts'

const orgFlag = { value: 'ID', about: 'the organization' } as const
const emailFlag = { value: 'ADDRESS', about: 'by which the user logs in' } as const
const roleFlag = { value: 'ROLE', about: roles.join(', ') } as const
const passwordFlag = { about: 'read the password from the first line of stdin, instead of making one' } as const

/** A field by the API's own rules. */
const fieldOf = (flag: 'name' | 'email' | 'password', text: string): string => {
  const read = userFields[flag].safeParse(text)
  if (!read.success) throw new UsageError(`--${flag}: ${read.error.issues[0]?.message}`)
  return read.data
}

/** From stdin, so that it stands in no list of processes and no history; or a new one, which is shown once. */
const passwordOf = async (isRead: boolean | undefined, input: CommandContext['input']) => {
  if (isRead !== true) return { password: newSecret(), isNew: true }
  for await (const line of input) return { password: fieldOf('password', line), isNew: false }
  throw new UsageError('--password-stdin: there is no line on stdin')
}

export const user: Group = {
  summary: 'people who log in by e-mail: make, list, set password, role or the mark of an administrator',
  commands: {
    create: command({
      summary: 'make a user as a member of an organization',
      flags: {
        org: orgFlag,
        email: emailFlag,
        name: { value: 'NAME', about: 'the full name' },
        role: roleFlag,
        'installation-admin': { about: 'may act on what all organizations share, as the clock of the service' },
        'password-stdin': passwordFlag,
        ...placeFlags,
      },
      async run(given, { say, input }) {
        const wanted = {
          orgId: orgIdOf(neededOf('org', given.org)),
          email: fieldOf('email', neededOf('email', given.email)),
          name: fieldOf('name', neededOf('name', given.name)),
          role: wordOf('role', neededOf('role', given.role), roles),
          isInstallationAdmin: given['installation-admin'] === true,
        }
        const { password, isNew } = await passwordOf(given['password-stdin'], input)
        const id = await admin(given, (opened) => createUser(opened, { ...wanted, password }))
        say(`User ${id}, ${wanted.email}, is made.`)
        if (isNew) say(`The password, shown only now: ${password}`)
      },
    }),
    list: command({
      summary: 'list users and their roles',
      flags: placeFlags,
      async run(given, { say }) {
        const rows = (await admin(given, listUsers)).map(({ id, name, email, isInstallationAdmin, memberships }) => [
          String(id),
          email ?? '',
          name,
          isInstallationAdmin ? 'administrator' : '',
          memberships.map(({ orgId, role }) => `${role} in ${orgId}`).join(', '),
        ])
        for (const line of tableLines([['id', 'e-mail', 'name', 'installation', 'roles'], ...rows])) say(line)
      },
    }),
    set: command({
      summary: 'mark a user as an administrator of the installation, or take the mark back',
      flags: {
        email: emailFlag,
        'installation-admin': {
          value: 'on|off',
          about: 'may act on what all organizations share, as the clock of the service',
        },
        ...placeFlags,
      },
      async run(given, { say }) {
        const email = fieldOf('email', neededOf('email', given.email))
        const word = wordOf('installation-admin', neededOf('installation-admin', given['installation-admin']), [
          'on',
          'off',
        ])
        await admin(given, (opened) => setInstallationAdmin(opened, { email, isInstallationAdmin: word === 'on' }))
        say(`${email} is ${word === 'on' ? 'an administrator' : 'no administrator'} of the installation.`)
      },
    }),
    'set-role': command({
      summary: 'make a user a member of an organization, or change the role there',
      flags: { org: orgFlag, email: emailFlag, role: roleFlag, ...placeFlags },
      async run(given, { say }) {
        const orgId = orgIdOf(neededOf('org', given.org))
        const email = fieldOf('email', neededOf('email', given.email))
        const role = wordOf('role', neededOf('role', given.role), roles)
        await admin(given, (opened) => setRole(opened, { orgId, email, role }))
        say(`${email} is ${role} in organization ${orgId}.`)
      },
    }),
    'remove-second-factor': command({
      summary: 'let a user who has lost the app and the recovery codes sign in with the password alone',
      flags: { email: emailFlag, ...placeFlags },
      async run(given, { say }) {
        const email = fieldOf('email', neededOf('email', given.email))
        await admin(given, (opened) => removeSecondFactor(opened, email))
        say(`${email} has no second factor any more.`)
      },
    }),
    'set-password': command({
      summary: 'give a user a new password and end all sessions of that user',
      flags: { email: emailFlag, 'password-stdin': passwordFlag, ...placeFlags },
      async run(given, { say, input }) {
        const email = fieldOf('email', neededOf('email', given.email))
        const { password, isNew } = await passwordOf(given['password-stdin'], input)
        await admin(given, (opened) => setPassword(opened, { email, password }))
        say(`${email} has a new password.`)
        if (isNew) say(`The password, shown only now: ${password}`)
      },
    }),
  },
}
