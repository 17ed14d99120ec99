export {
  type Contact,
  type ContactChannel,
  type ContactGroup,
  type ContactHours,
  contactLanguages,
  openChannels,
  openFrom,
  type Policy,
} from './escalation/contact.ts'
