import { nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { roles } from '../../accounts/access/roles.ts'
import { idOf } from '../../fields/fields.ts'
import { editableSettings } from './editable-settings.ts'
import { nodeOperations } from './nodes.contract.ts'

const errors = { NotAuthorized: 'the caller is no administrator of the installation.' }
const bytes = (what: string) => z.number().describe(`${what}, in bytes.`)
const textMax = 2000

/** Of what can be tried out. */
const testableTypes = ['email', 'sms', 'voice-call', 'telegram', 'ntfy', 'webhook'] as const

const shownSetting = z.object({
  name: z.string().describe('Name, as the flag has it.'),
  source: z
    .enum(['flag', 'stored', 'default'])
    .describe('What decides: a flag or variable at the start, what an administrator stored, or neither.'),
  isEditable: z.boolean().describe('Whether it can be changed here; what a flag says cannot.'),
  isSecret: z.boolean().describe('Whether its value is never shown.'),
  value: z.string().nullable().describe('As a flag would have it; null where there is none, and for secrets.'),
  hint: z
    .string()
    .nullable()
    .describe('Of a secret that is set: its host, as far as it has one; null where none is set.'),
  changed: z
    .object({ by: z.string().describe('Name of the administrator.'), on: timestamp.describe('When.') })
    .nullable()
    .describe('Who stored it; null where nobody did.'),
})

const notice = z.object({
  id: uuid.describe('Id of the message.'),
  texts: z.record(z.string(), z.string()).describe('The text by language: `en`, `pl`, `ru`, `uk`.'),
  createdOn: timestamp.describe('When it was made.'),
  dismissals: z.number().describe('How many users have dismissed it.'),
})

const noticeTexts = z
  .partialRecord(z.enum(['en', 'pl', 'ru', 'uk']), z.string().trim().min(1).max(textMax))
  .refine((texts) => Object.keys(texts).length > 0, 'needs a text')
  .describe('The text by language, each 1 to 2000 characters; who reads another language sees one of these.')

/** For administrators of the installation, and while there is one organization only, for its owners. */
export const installation = {
  ...nodeOperations,
  health: get('/installation/health/', {
    access: 'session',
    extension: true,
    summary: 'How the installation is doing',
    description:
      'Recording, compaction, links, messages, clock and disk. Growth is the slope of the straight line with the least squares through the daily sizes of the last 30 days.',
    errors,
    reply: z.object({
      version: z.string().describe('Version of the program.'),
      startedOn: timestamp.describe('When it was started.'),
      problem: z.string().nullable().describe('Why it does not do its work; null while it does.'),
      recorder: z
        .object({
          queuedPolls: z.number().describe('Polls that wait to be stored.'),
          droppedReadings: z.number().describe('Values that were lost since the start.'),
          recordedReadings: z.number().describe('Values that were stored since the start.'),
          failing: z.string().nullable().describe('Why storing fails; null while it does not.'),
        })
        .describe('Storing of readings.'),
      compaction: z
        .object({
          readings: z.number().describe('Values that were moved into chunks since the start.'),
          failures: z.number().describe('Tries that failed since the start.'),
        })
        .describe('Moving of readings into chunks.'),
      links: z
        .object({
          wanted: z.number().describe('Networks that are to be connected.'),
          connected: z.number().describe('Networks that are.'),
          callingIn: z.number().describe('Gateways that called in.'),
        })
        .describe('Connections to networks.'),
      messages: z
        .object({
          oldestSec: z.number().describe('How long ago the oldest was due that has not left, in seconds.'),
          undelivered: z.number().describe('Messages that did not arrive, or may not have, since the start.'),
        })
        .describe('Messages about alerts.'),
      clock: z.string().describe('`steady`, or how the clock is doubted: `ahead` or `behind`.'),
      disk: z
        .object({
          databaseBytes: bytes('Size of the database'),
          usedBytes: z.number().nullable().describe('What is used of the disk with the data, in bytes.'),
          totalBytes: z.number().nullable().describe('Size of that disk, in bytes.'),
          bytesPerDay: z
            .number()
            .nullable()
            .describe('Growth a day, in bytes; null where it was looked at on fewer than three days.'),
          daysLookedAt: z.number().describe('Days by which the growth was worked out.'),
          fullInDays: z
            .number()
            .nullable()
            .describe('Days until the disk is full at this growth; null where that is unknown, or beyond ten years.'),
        })
        .describe('Room for data; the disk is null where the database is on another machine.'),
      pushDevices: z.number().describe('Browsers that are told of alerts.'),
      certificates: z
        .array(
          z.object({
            use: z.enum(['https', 'call-back', 'mail-ca']).describe('What it is for.'),
            subject: z.string().nullable().describe('Whose it is; null where it cannot be read.'),
            issuer: z.string().nullable().describe('Who vouches for it.'),
            validFrom: timestamp.nullable().describe('From when it is valid.'),
            validTill: timestamp.nullable().describe('Until when it is valid.'),
            problem: z.string().nullable().describe('Why it cannot be read; null where it can.'),
          }),
        )
        .describe('Certificates that are served, and those by which the mail server is known.'),
    }),
  }),
  settings: get('/installation/settings/', {
    access: 'session',
    extension: true,
    summary: 'Settings of the installation',
    description: 'All of them, with what decides each. Secrets are never shown.',
    errors,
    reply: z.array(shownSetting),
  }),
  signIn: get('/installation/sign-in/', {
    access: 'session',
    extension: true,
    summary: 'Providers by which people sign in',
    description: 'As `--oidc` has them, without what is secret, and what went wrong when each was last asked.',
    errors,
    reply: z.object({
      redirectUri: z.string().describe('Where providers must send people back to: to be registered there.'),
      providers: z
        .array(
          z.object({
            id: z.string().describe('Id.'),
            name: z.string().describe('Name on the button.'),
            issuer: z.string().describe('Issuer.'),
            clientId: z.string().describe('By what the provider knows this installation.'),
            hasSecret: z.boolean().describe('Whether a secret of the client is set.'),
            scopes: z.string().describe('Scopes that are asked for.'),
            groupsClaim: z.string().describe('Claim that has the groups.'),
            linkByEmail: z.boolean().describe('Whether a verified address leads to an account that has it.'),
            createUsers: z.boolean().describe('Whether who has no account gets one.'),
            endSession: z.boolean().describe('Whether who signs out here is sent there to sign out as well.'),
            rules: z
              .array(
                z.object({
                  group: z.string().describe('Group.'),
                  orgId: idOf.org,
                  orgName: z.string().nullable().describe('Name of the organization; null where there is none.'),
                  role: z.enum(roles).describe('Role of its members there.'),
                }),
              )
              .describe('Which group has which role.'),
            problem: z.string().nullable().describe('Why it did not work when it was last used; null where it did.'),
          }),
        )
        .describe('The providers.'),
    }),
  }),
  changeSetting: post('/installation/settings/change/', {
    access: 'session',
    extension: true,
    summary: 'Change a setting of the installation',
    description: 'Stored, secrets sealed, and acts at once. What a flag says at the start cannot be changed here.',
    errors: { ...errors, IncorrectRequest: 'the value is none that the setting takes, or a flag has set it.' },
    body: z.object({
      name: z.enum(editableSettings).describe('Which.'),
      value: z.string().min(1).max(textMax).nullable().describe('As a flag would have it; null takes it back.'),
    }),
    reply: z.object({}),
    hasSecrets: true,
    example: { body: { name: 'backup-keep', value: '30' } },
  }),
  testMessage: post('/installation/test-message/', {
    access: 'session',
    extension: true,
    summary: 'Send a test message',
    description: 'By one of the ways that the installation has, at once and once; at most 5 a minute.',
    errors: { ...errors, TooManyRequests: 'too many tests; `Retry-After` says when to try again.' },
    body: z.object({
      type: z.enum(testableTypes).describe('By what.'),
      recipient: z.string().trim().min(1).max(textMax).describe('Mail address, telephone number, chat or URL.'),
    }),
    reply: z.object({
      status: z.enum(['ok', 'error']).describe('Whether the service that delivers it has taken it.'),
      errorMessage: z.string().optional().describe('What it said; missing where it has.'),
    }),
    example: { body: { type: 'ntfy', recipient: 'https://ntfy.example.org/plant' } },
  }),
  backups: get('/installation/backups/', {
    access: 'session',
    extension: true,
    summary: 'Backups of the installation',
    description:
      'Those of the folder that was named at the start, the newest 100 first, and what came of the last try.',
    errors,
    reply: z.object({
      isOn: z.boolean().describe('Whether a folder for them is set.'),
      everyMinutes: z.number().nullable().describe('How often one is made; null where none are.'),
      keep: z.number().nullable().describe('How many are left there; null where none are made.'),
      isRunning: z.boolean().describe('Whether one is being made.'),
      checking: z
        .string()
        .nullable()
        .describe('Name of the one that is being read from end to end; null where none is.'),
      failing: z.string().nullable().describe('Why the last try failed; null where it did not.'),
      files: z
        .array(
          z.object({
            name: z.string().describe('Name of the file.'),
            madeOn: timestamp.describe('When it was made.'),
            bytes: bytes('Size'),
            checkedOn: timestamp
              .nullable()
              .describe('When it was last read from end to end; null: not since the start.'),
            rows: z.number().nullable().describe('Rows that were found in it then.'),
            problem: z.string().nullable().describe('What is wrong with it; null where nothing is known.'),
          }),
        )
        .describe('The backups.'),
    }),
  }),
  makeBackup: post('/installation/backups/make/', {
    access: 'session',
    extension: true,
    summary: 'Make a backup now',
    description: 'Begins one; the list of backups says what came of it. One at a time.',
    errors: { ...errors, IncorrectRequest: 'no folder for backups is set.' },
    body: nothing,
    reply: z.object({}),
  }),
  checkBackup: post('/installation/backups/check/', {
    access: 'session',
    extension: true,
    summary: 'Read a backup from end to end',
    description:
      'Finds any bit that changed since it was written; the list of backups says what came of it. One at a time.',
    errors: { ...errors, ObjectNotFound: 'there is no such backup.', IncorrectRequest: 'another one is being read.' },
    body: z.object({ name: z.string().max(100).describe('Name of the file.') }),
    reply: z.object({}),
    example: { body: { name: 'busbar-20261114T000000Z.backup' } },
  }),
  changelog: get('/installation/changelog/', {
    access: 'session',
    extension: true,
    summary: 'What is new',
    description: 'As it was shipped with the program, in English, newest first.',
    errors,
    reply: z.object({
      version: z.string().describe('Version of the program.'),
      sections: z
        .array(
          z.object({
            title: z.string().describe('Version, or `Unreleased`.'),
            changes: z.array(z.string()).describe('What changed, at most 200.'),
          }),
        )
        .describe('At most 3 versions.'),
    }),
  }),
  sample: get('/installation/sample/', {
    access: 'session',
    extension: true,
    summary: 'The sample organization',
    description:
      'Simulated sites on the machine of the service, to try alerts and dashboards on; there is one at most.',
    errors,
    reply: z.object({
      isAvailable: z.boolean().describe('Whether the service has simulated sites.'),
      orgId: z.number().nullable().describe('Id of the sample organization; null where there is none.'),
    }),
  }),
  addSample: post('/installation/sample/add/', {
    access: 'session',
    extension: true,
    summary: 'Add the sample organization',
    description: 'With a network for each simulated site; the caller is its owner.',
    errors: { ...errors, IncorrectRequest: 'there is one already, or the service has no simulated sites.' },
    body: nothing,
    reply: z.object({ orgId: idOf.org }),
  }),
  removeSample: post('/installation/sample/remove/', {
    access: 'session',
    extension: true,
    summary: 'Remove the sample organization',
    description: 'With all that was read and made in it.',
    errors: { ...errors, ObjectNotFound: 'there is none.' },
    body: nothing,
    reply: z.object({}),
  }),
  notices: get('/installation/notices/', {
    access: 'session',
    extension: true,
    summary: 'Messages to all users',
    description: 'Those that are shown until each user dismisses them, newest first.',
    errors,
    reply: z.array(notice),
  }),
  createNotice: post('/installation/notices/create/', {
    access: 'session',
    extension: true,
    summary: 'Tell all users something',
    description: 'Shown in the console until each user dismisses it. At most 100 at a time.',
    errors,
    body: z.object({ texts: noticeTexts }),
    reply: z.object({ id: uuid.describe('Id of the message.') }),
    example: { body: { texts: { en: 'Maintenance on Sunday from 2 to 3 o’clock.' } } },
  }),
  deleteNotice: post('/installation/notices/:noticeId/delete/', {
    access: 'session',
    extension: true,
    summary: 'Take a message to all users back',
    description: 'It is shown to nobody any more.',
    errors: { ...errors, ObjectNotFound: 'there is no such message.' },
    params: z.object({ noticeId: uuid.describe('Id of the message.') }),
    body: nothing,
    reply: z.object({}),
  }),
}
