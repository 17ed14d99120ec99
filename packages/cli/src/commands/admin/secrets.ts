import { dropSealed, listSealed, rotateKey } from '@busbar/cloud/admin'
import { command, type Group } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { requiredFlag } from '../../values.ts'
import { admin, installationFlags } from './place.ts'

export const secrets: Group = {
  summary: 'encrypted secrets in the database: list, rotate the key, remove unreadable ones',
  commands: {
    list: command({
      summary: 'list encrypted secrets, and whether the key file decrypts them',
      flags: installationFlags,
      async run(flags, { print }) {
        const rows = (await admin(flags, listSealed)).map(({ shown, keyId, isOpen }) => [
          isOpen ? 'yes' : 'NO',
          keyId,
          shown,
        ])
        for (const line of tableLines([['opens', 'key', 'what'], ...rows])) print(line)
      },
    }),
    rotate: command({
      summary: 'encrypt all secrets with a new key, also while the service runs',
      about: `Appends a new key to the key file; older backups still need the old keys. A key that was already appended by hand
(openssl rand -base64 32 >> FILE) is used instead, for files that this command cannot write. Every node needs the same file.`,
      flags: {
        'forget-old': { about: 'remove the old keys from the file: older backups lose their secrets' },
        ...installationFlags,
      },
      async run(flags, { print }) {
        const done = await admin(flags, (opened) => rotateKey(opened, { forgetOld: flags['forget-old'] === true }))
        print(`Encrypted with the key ${done.keyId}: ${done.count}. Update your copy of the key file.`)
        for (const one of done.locked) print(`Could not be decrypted, and is unchanged: ${one}.`)
      },
    }),
    drop: command({
      summary: 'remove secrets that the key file cannot decrypt, if their key is lost for good',
      about:
        'Afterwards, passwords must be entered again, gateways activated again, and receivers of webhooks need the new secret.',
      flags: { key: { value: 'ID', about: 'the lost key, as named by "secrets list"' }, ...installationFlags },
      async run(flags, { print }) {
        const keyId = requiredFlag('key', flags.key)
        const dropped = await admin(flags, (opened) => dropSealed(opened, keyId))
        for (const one of dropped) print(`Removed: ${one}.`)
        print(
          dropped.length === 0
            ? 'No locked secret was encrypted with this key; nothing was removed.'
            : 'Start the service again.',
        )
      },
    }),
  },
}
