/**
 * Webhook bodies that well-known services accept, within the limits of each. Texts are in fields without markup where
 * the service has any.
 */

export interface WebhookPreset {
  name: string
  /** An example of the address. */
  address: string
  body: object
}

export const webhookPresets: readonly WebhookPreset[] = [
  {
    name: 'Slack',
    address: 'https://hooks.slack.com/services/…',
    body: {
      text: '{title:300}',
      mrkdwn: false,
      blocks: [{ type: 'section', text: { type: 'plain_text', text: '{text:2900}' } }],
    },
  },
  {
    name: 'Microsoft Teams',
    address: 'https://….logic.azure.com/workflows/…',
    body: {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              { type: 'TextBlock', text: '{title:300}', weight: 'Bolder', wrap: true },
              { type: 'TextBlock', text: '{text:4000}', wrap: true },
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Busbar', url: '{alert.url}' }],
          },
        },
      ],
    },
  },
  {
    name: 'Discord',
    address: 'https://discord.com/api/webhooks/…',
    body: {
      embeds: [{ title: '{title:250}', description: '{text:4000}', url: '{alert.url}' }],
      // Names are text, not addresses to call.
      allowed_mentions: { parse: [] },
    },
  },
  {
    name: 'Pushover',
    address: 'https://api.pushover.net/1/messages.json',
    body: {
      token: 'TOKEN OF YOUR APPLICATION',
      user: 'KEY OF THE USER OR GROUP',
      title: '{title:250}',
      message: '{text:1000}',
      url: '{alert.url}',
      url_title: 'Busbar',
    },
  },
  {
    name: 'Apprise API',
    address: 'https://apprise.example.org/notify/…',
    body: { title: '{title:250}', body: '{text:30000}', type: 'warning', format: 'text' },
  },
  {
    name: 'Mattermost',
    address: 'https://mattermost.example.org/hooks/…',
    body: {
      attachments: [{ fallback: '{title:300}', title: '{title:300}', title_link: '{alert.url}', text: '{text:3900}' }],
    },
  },
  {
    name: 'Google Chat',
    address: 'https://chat.googleapis.com/v1/spaces/…',
    body: { text: '{text:3900}' },
  },
  {
    name: 'Gotify',
    address: 'https://gotify.example.org/message?token=…',
    body: {
      title: '{title:250}',
      message: '{text:30000}',
      priority: 8,
      extras: { 'client::notification': { click: { url: '{alert.url}' } } },
    },
  },
  {
    name: 'Signal (signal-cli-rest-api)',
    address: 'https://signal.example.org/v2/send',
    body: { message: '{text:1900}', number: 'NUMBER OF THE SENDER', recipients: ['NUMBER OF WHO IS TOLD'] },
  },
]
