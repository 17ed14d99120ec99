import type { Clock } from '@busbar/kit'
import { Installation, type InstallationOptions } from '../installation.ts'
import { Sample } from '../sample-plant.ts'

const noSites = { start: () => Promise.resolve([]), stop: () => Promise.resolve() }
const aBackup = 'busbar-20261114T000000Z.backup'

const aSetting = {
  name: 'smtp',
  source: 'stored',
  isEditable: true,
  isSecret: true,
  value: null,
  hint: 'mail.example.org:587',
  changed: { by: 'Anna Kowalska', on: new Date('2026-11-13T00:00:00Z') },
} as const

/** Creates an installation without settings and problems. */
export const testInstallation = (
  clock: Clock,
  now: () => Date,
  some: Partial<InstallationOptions> = {},
): Installation =>
  new Installation({
    clock,
    settings: { shown: () => [aSetting], put: () => Promise.resolve(null) },
    work: () =>
      Promise.resolve({
        startedOn: now(),
        problem: null,
        recorder: { queuedPolls: 0, droppedReadings: 0, recordedReadings: 120_000, failing: null },
        compaction: { readings: 90_000, failures: 0 },
        links: { wanted: 3, connected: 3, callingIn: 1 },
        messages: { oldestMs: 0, undelivered: 0 },
        clock: 'steady',
      }),
    disk: () =>
      Promise.resolve({
        databaseBytes: 2e9,
        disk: { usedBytes: 30e9, totalBytes: 100e9 },
        growth: { bytesPerDay: 5e8, days: 30, fullInDays: 140 },
      }),
    certificates: () => Promise.resolve([]),
    changelog: () => Promise.resolve([{ title: 'Unreleased', changes: ['Something is new.'] }]),
    backups: {
      status: () => ({
        lastOn: null,
        lastBytes: 0,
        failures: 0,
        failing: null,
        isRunning: false,
        everyMs: 86_400_000,
        keep: 14,
      }),
      makeNow: () => Promise.resolve(),
      files: {
        checking: null,
        list: () =>
          Promise.resolve([
            { name: aBackup, madeOn: new Date('2026-11-14T00:00:00Z'), bytes: 48_000_000, checked: null },
          ]),
        check: (name) => Promise.resolve(name === aBackup),
      },
    },
    sendTest: () => Promise.resolve({ ok: true }),
    sample: new Sample({ plant: noSites, allow: () => {} }),
    ...some,
  })
