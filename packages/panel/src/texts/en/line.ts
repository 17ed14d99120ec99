export const line = {
  title: 'Unit id and speed',
  family: 'What it is',
  familyHint: 'Of these it is known how they get another id or speed.',
  look: 'Look',
  notSuch: 'It does not answer as such a device would. Nothing was written.',
  otherId:
    'Its register says id {says}, but it answers as {uid}: it is no such device, or waits for its supply to be off and on.',
  newId: 'New unit id',
  idRange: '{min} to {max}, and nobody else on the line has it',
  giveId: 'Give it the id',
  newRate: 'Its speed',
  rateHint: 'All units of a line must have the same.',
  giveRate: 'Give it the speed',
  id: {
    taken: 'Somebody answers as {to} already. Nothing was written.',
    refused: 'It refused the new id.',
    unclear: 'No answer came: it is not known whether it has taken the new id. It still answers as {from}.',
    now: 'It answers as {to} now.',
    later: 'It has taken {to}, and still answers as {from}: switch its supply off and on.',
    lost: 'It was written, and nobody answers as {from} or {to}: switch its supply off and on, then search.',
  },
  rate: {
    refused: 'It refused the new speed.',
    unclear:
      'No answer came: it is not known whether it has taken the new speed. It still answers at the one of the line.',
    now: 'It no longer answers at the speed of the line: it has {rate} now. When all units have it, set the line to it, under Settings.',
    later:
      'It has taken {rate}, and still answers at the speed of the line: it changes when its supply was off and on. Then set the line to it, under Settings.',
  },
}
