export const firstSteps = {
  title: 'Until the first alert works',
  hide: 'Hide',
  done: 'done',
  sample: 'A simulated plant',
  sampleHelp:
    'A sample organization with sites that live and fail like real ones, to try alerts and dashboards on. It can be removed again.',
  addSample: 'Start the simulation',
  added: 'The sample organization is there. Choose it at the top of the navigation.',
  removeSample: 'Remove the simulation',
  removeQuestion: 'The sample organization is deleted, with all that was read and made in it.',
  removed: 'The sample organization is removed.',
  steps: {
    hasNet: { title: 'Bring a network in', help: 'A gateway that calls, or an address that is dialled.' },
    hasReading: { title: 'See a value', help: 'A device answers, and its values are recorded.' },
    hasContact: {
      title: 'Say who is told',
      help: 'A contact with a channel: mail, SMS, Telegram, ntfy, a call or a webhook.',
    },
    hasAlert: { title: 'Make an alert', help: 'A limit for a value; templates of devices propose some.' },
    hasMessage: { title: 'Receive a message', help: 'Send a test from the alert, under “Who is told”.' },
  },
}
