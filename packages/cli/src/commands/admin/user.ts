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
import { choiceOf, requiredFlag } from '../../values.ts'
import { admin, installationFlags, orgIdOf } from './place.ts'

const orgFlag = { value: 'ID', about: 'the organization' } as const
const emailFlag = { value: 'ADDRESS', about: 'e-mail address of the user' } as const
const roleFlag = { value: 'ROLE', about: roles.join(', ') } as const
const passwordFlag = { about: 'read the password from the first line of stdin instead of creating one' } as const

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
  summary: 'users: create, list, set password, role or administrator rights',
  commands: {
    create: command({
      summary: 'create a user as a member of an organization',
      flags: {
        org: orgFlag,
        email: emailFlag,
        name: { value: 'NAME', about: 'the full name' },
        role: roleFlag,
        'installation-admin': {
          about: 'may change settings that all organizations share, such as the clock of the service',
        },
        'password-stdin': passwordFlag,
        ...installationFlags,
      },
      async run(flags, { print, input }) {
        const wanted = {
          orgId: orgIdOf(requiredFlag('org', flags.org)),
          email: fieldOf('email', requiredFlag('email', flags.email)),
          name: fieldOf('name', requiredFlag('name', flags.name)),
          role: choiceOf('role', requiredFlag('role', flags.role), roles),
          isInstallationAdmin: flags['installation-admin'] === true,
        }
        const { password, isNew } = await passwordOf(flags['password-stdin'], input)
        const id = await admin(flags, (opened) => createUser(opened, { ...wanted, password }))
        print(`User ${id}, ${wanted.email}, is created.`)
        if (isNew) print(`The password, shown only now: ${password}`)
      },
    }),
    list: command({
      summary: 'list users and their roles',
      flags: installationFlags,
      async run(flags, { print }) {
        const rows = (await admin(flags, listUsers)).map(({ id, name, email, isInstallationAdmin, memberships }) => [
          String(id),
          email ?? '',
          name,
          isInstallationAdmin ? 'administrator' : '',
          memberships.map(({ orgId, role }) => `${role} in ${orgId}`).join(', '),
        ])
        for (const line of tableLines([['id', 'e-mail', 'name', 'installation', 'roles'], ...rows])) print(line)
      },
    }),
    set: command({
      summary: 'grant or revoke administrator rights for the installation',
      flags: {
        email: emailFlag,
        'installation-admin': {
          value: 'on|off',
          about: 'may change settings that all organizations share, such as the clock of the service',
        },
        ...installationFlags,
      },
      async run(flags, { print }) {
        const email = fieldOf('email', requiredFlag('email', flags.email))
        const word = choiceOf('installation-admin', requiredFlag('installation-admin', flags['installation-admin']), [
          'on',
          'off',
        ])
        await admin(flags, (opened) => setInstallationAdmin(opened, { email, isInstallationAdmin: word === 'on' }))
        print(`${email} is ${word === 'on' ? 'an administrator' : 'no administrator'} of the installation.`)
      },
    }),
    'set-role': command({
      summary: 'add a user to an organization, or change the role there',
      flags: { org: orgFlag, email: emailFlag, role: roleFlag, ...installationFlags },
      async run(flags, { print }) {
        const orgId = orgIdOf(requiredFlag('org', flags.org))
        const email = fieldOf('email', requiredFlag('email', flags.email))
        const role = choiceOf('role', requiredFlag('role', flags.role), roles)
        await admin(flags, (opened) => setRole(opened, { orgId, email, role }))
        print(`${email} is ${role} in organization ${orgId}.`)
      },
    }),
    'remove-second-factor': command({
      summary: 'remove the second factor of a user who lost the app and the recovery codes',
      flags: { email: emailFlag, ...installationFlags },
      async run(flags, { print }) {
        const email = fieldOf('email', requiredFlag('email', flags.email))
        await admin(flags, (opened) => removeSecondFactor(opened, email))
        print(`${email} no longer has a second factor.`)
      },
    }),
    'set-password': command({
      summary: 'set a new password for a user and end all sessions',
      flags: { email: emailFlag, 'password-stdin': passwordFlag, ...installationFlags },
      async run(flags, { print, input }) {
        const email = fieldOf('email', requiredFlag('email', flags.email))
        const { password, isNew } = await passwordOf(flags['password-stdin'], input)
        await admin(flags, (opened) => setPassword(opened, { email, password }))
        print(`${email} has a new password.`)
        if (isNew) print(`The password, shown only now: ${password}`)
      },
    }),
  },
}
