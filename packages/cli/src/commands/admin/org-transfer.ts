import { stat } from 'node:fs/promises'
import { exportOrgTo, importOrgFrom } from '@busbar/cloud/admin'
import { command } from '../../command.ts'
import { neededOf, neededWord } from '../../values.ts'
import { admin, orgIdOf, placeFlags } from './place.ts'

export const exportCommand = command({
  summary: 'write an organization to a file',
  about: 'All that people set up, without readings, people and logs. Only its owner may read the file.',
  flags: {
    file: { value: 'FILE', about: 'a file that is not there yet', isWord: true },
    org: { value: 'ID', about: 'which one' },
    secrets: { about: 'with the passwords of controllers' },
    ...placeFlags,
  },
  async run(given, { say }) {
    const file = neededWord('FILE', given.file)
    const orgId = orgIdOf(neededOf('org', given.org))
    const withSecrets = given.secrets === true
    await admin(given, (opened) => exportOrgTo(opened, { orgId, file, withSecrets }))
    say(`${file} is written, ${(await stat(file)).size} bytes.`)
  },
})

export const importCommand = command({
  summary: 'add what such a file holds to an organization',
  about: 'All of it or nothing, with new ids. Gateways are bound anew with their codes.',
  flags: {
    file: { value: 'FILE', about: 'what "export" wrote, or the API answered', isWord: true },
    org: { value: 'ID', about: 'to which one' },
    ...placeFlags,
  },
  async run(given, { say }) {
    const file = neededWord('FILE', given.file)
    const orgId = orgIdOf(neededOf('org', given.org))
    const {
      notes,
      reportBranches: _branches,
      ...made
    } = await admin(given, (opened) => importOrgFrom(opened, { orgId, file }))
    const counts = Object.entries(made).map(([what, ids]) => `${Object.keys(ids).length} ${what}`)
    say(`${file} is imported: ${counts.join(', ')}.`)
    for (const note of notes) say(note)
  },
})
