import { setting, settingsReader } from '@busbar/kit/program'
import { z } from 'zod'
import { boxConfPath } from './box-conf.ts'

export const folder = z.string().min(1, 'a folder')
const releaseKeyFolders = '/usr/share/busbar-gateway/release-keys,/etc/busbar-gateway/release-keys'

/** Program options that the gateway shares with the root helper, which reads them from the same variables. */
export const helperSettings = {
  card: setting({
    value: 'DIR',
    about: 'the folder that is the memory card; without it the one that this box has (box.conf), or none',
    schema: folder.optional(),
  }),
  box: setting({
    value: 'FILE',
    about: `what of this box belongs to the gateway, as busbar-gateway-setup writes it (${boxConfPath})`,
    schema: z.string().min(1, 'a file').prefault(boxConfPath),
  }),
  'release-keys': setting({
    value: 'DIRS',
    about: `folders with keys (PEM) of those whose releases may be installed, divided by commas (${releaseKeyFolders})`,
    schema: z
      .string()
      .transform((text) => text.split(',').filter((one) => one !== ''))
      .prefault(releaseKeyFolders),
  }),
  releases: setting({
    value: 'DIR',
    about: 'where this box keeps releases that were installed (/var/lib/busbar-gateway-releases)',
    schema: folder.prefault('/var/lib/busbar-gateway-releases'),
  }),
}

/** Reads the helper's options; the other variables of the gateway are not its concern. */
export const { read: readHelperSettings } = settingsReader(helperSettings, 'BUSBAR_GATEWAY_', /^BUSBAR_GATEWAY_/)
