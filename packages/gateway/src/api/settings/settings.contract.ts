import { namedFlags, nothing } from '@busbar/wire'
import { z } from 'zod'
import { isDosName } from '../../card/names.rules.ts'
import { get, post } from '../../http/words.ts'
import { settingsReply, settingsSchema } from '../../settings/schemas.ts'
import { namesIn } from '../../settings/table.ts'

const filename = z.string().refine(isDosName, 'must be a name of the 8.3 form such as SETTINGS.TXT')

const written = {
  access: 'settingsWriter',
  summary: 'Write settings; fields that are left out keep their values. All or nothing',
  reply: z.object({}),
} as const
const activeText = 'The settings that the gateway works with: those that are named, or all that the level may read'
const savedText = 'The settings that are saved, and count from the next start'

const [keysA, keysB] = [namedFlags('keys', namesIn('A')), namedFlags('keys', namesIn('B'))]
const [replyA, replyB] = [settingsReply('A').meta({ id: 'SettingsA' }), settingsReply('B').meta({ id: 'SettingsB' })]

const both = {
  export: post('/api/cmd/settings/export/', {
    access: 'administrator',
    summary: 'Save the settings to a file at the root of the card; secrets in it are sealed',
    body: z.object({ filename }),
    reply: z.object({}),
    example: { body: { filename: 'SETTINGS.TXT' } },
  }),
  import: post('/api/cmd/settings/import/', {
    access: 'administrator',
    summary: 'Load the settings from a file at the root of the card',
    body: z.object({ filename }),
    reply: z.object({}),
    example: { body: { filename: 'SETTINGS.TXT' } },
  }),
  reset: post('/api/cmd/settings/reset/', {
    access: 'administrator',
    summary: 'Reset all settings, but for the administrator’s password',
    body: nothing,
    reply: z.object({}),
  }),
}

export const settings = {
  A: {
    active: get('/api/settings/active/get/', {
      access: 'reader',
      summary: activeText,
      hasSecrets: true,
      query: keysA,
      reply: replyA,
    }),
    saved: get('/api/settings/saved/get/', {
      access: 'reader',
      summary: savedText,
      hasSecrets: true,
      query: keysA,
      reply: replyA,
    }),
    set: post('/api/settings/saved/set/', {
      ...written,
      body: settingsSchema('A'),
      example: { body: { timeGmt: 8, bodVoltage: 9000 } },
    }),
    ...both,
  },
  B: {
    active: get('/api/settings/active/get/', {
      access: 'reader',
      summary: activeText,
      hasSecrets: true,
      query: keysB,
      reply: replyB,
    }),
    saved: get('/api/settings/saved/get/', {
      access: 'reader',
      summary: savedText,
      hasSecrets: true,
      query: keysB,
      reply: replyB,
    }),
    set: post('/api/settings/saved/set/', {
      ...written,
      body: settingsSchema('B'),
      example: { body: { timeGmt: 8, httpd: { freeAccessSec: 60 } } },
    }),
    ...both,
  },
}
