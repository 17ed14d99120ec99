import { plural } from '../plural.ts'

const sms = plural('en', { one: '# SMS', other: '# SMS' })

export const sending = {
  title: 'How messages are sent',
  sms: 'Send SMS',
  smsHelp: 'Without them, contacts are told by their other channels.',
  smsOff: 'The installation has switched off SMS for this organization.',
  limit: 'SMS may cost a month at most',
  limitHelp: 'At the limit no more are sent, and the log says so.',
  limitOfInstallation: 'None of your own: that of the installation holds.',
  spent: (cost: string, limit: string, count: number) => `This month: ${cost} of ${limit}, ${sms(count)}.`,
  outages: 'Merge messages about what an outage of a network silenced',
  outagesHelp: 'They wait half a minute, and each recipient gets one. Critical ones never wait.',
  key: 'Key of webhooks',
  keyHelp: 'Webhooks are signed with it. Your programs need it to know that a call is ours.',
  showKey: 'Show the key',
  hideKey: 'Hide the key',
  newKey: 'Make a new key',
  newKeyQuestion: 'From now on webhooks are signed with the new key. Programs that have the old one will refuse them.',
}
