export {
  type ChannelType,
  type Contact,
  type ContactChannel,
  type ContactGroup,
  type ContactHours,
  channelTypes,
  contactLanguages,
  openChannels,
  openFrom,
  type Policy,
} from './escalation/contact.ts'
