export const webhookBodies = {
  title: 'What webhooks say',
  help: 'Webhooks to an address can have a body of your own, for a chat or a ticket system. All others get the usual one.',
  none: 'All webhooks have the usual body.',
  add: 'New body',
  presets: 'Ready for',
  address: 'Address of the webhook',
  body: 'Body, as JSON',
  bodyHelp:
    'Names in braces stand for parts of the message. A text that is one name and nothing else becomes its value, a number as well.',
  fields: 'Names',
  insert: (name: string) => `Insert ${name}`,
  show: 'Show an example',
  example: 'What would be sent',
  usual: 'Usual body',
  usualQuestion: 'Webhooks to this address have the usual body from now on.',
}
