import { addFirmware } from '@busbar/cloud/admin'
import { command, type Group } from '../../command.ts'
import { requiredArg, requiredFlag } from '../../values.ts'

export const firmware: Group = {
  summary: 'releases for gateways: publish',
  commands: {
    add: command({
      summary: 'copy signed releases into the folder that the service serves',
      about:
        'Checks signatures and checksums first, and refuses a manifest that is older than the current one. `npm run release` signs releases with a key that the service never has. Gateways download them from /firmware/gateway/ of the service (their setting firmware.url).',
      flags: {
        folder: { value: 'FOLDER', about: 'the folder written by "npm run release"', isWord: true },
        firmware: { value: 'DIR', about: 'the folder that is served: --firmware of the service' },
        'release-keys': { value: 'DIR', about: 'the folder with the public keys (PEM) that may sign' },
      },
      async run(flags, { print }) {
        const folder = requiredArg('FOLDER', flags.folder)
        const releases = await addFirmware(
          folder,
          requiredFlag('firmware', flags.firmware),
          requiredFlag('release-keys', flags['release-keys']),
        )
        for (const { version, arch, file } of releases) print(`${file}: version ${version} for ${arch}`)
      },
    }),
  },
}
