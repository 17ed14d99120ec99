import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, nameOfAtMost, pathId, visibleText } from '../../fields/fields.ts'

const tag = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^,;#\p{Cc}]+$/u, 'must have no comma, semicolon or #')
export const tagsMax = 20
/** Bytes of a picture; as base64 it still fits into a request. */
export const photoBytesMax = 524_288
const tags = z.array(tag).max(tagsMax)

/** Notes of users on a network or a device. */
export const card = z.object({
  tags: tags.describe('Tags for filtering lists, at most 20 of 40 characters each, without commas.'),
  groupName: visibleText.trim().max(100).describe('Group in lists, at most 100 characters; empty for none.'),
  location: z.string().trim().max(500).describe('Location, at most 500 characters.'),
  serialNumber: z.string().trim().max(100).describe('Serial number, at most 100 characters.'),
  note: z.string().trim().max(4000).describe('Note, at most 4000 characters.'),
  custom: z
    .array(
      z.object({
        name: nameOfAtMost(60).describe('Field name, 1 to 60 characters.'),
        value: z.string().trim().max(500).describe('Field value, at most 500 characters.'),
      }),
    )
    .max(20)
    .describe('Custom fields, at most 20.'),
})
export type Card = z.output<typeof card>

const shownCard = card.extend({ hasPhoto: z.boolean().describe('Whether there is a photo.') })
const photo = z.object({
  mediaType: z.enum(['image/png', 'image/jpeg']).describe('Media type of the image.'),
  data: z.string().describe('Image in base64.'),
})
export const photoData = z.base64().max(Math.ceil(photoBytesMax / 3) * 4)
const newPhoto = z.object({
  data: photoData
    .nullable()
    .describe('PNG or JPEG in base64, at most 512 KiB and 8192 pixels per side; null removes it.'),
})
const noPhoto = { ObjectNotFound: 'there is no such object, or it has no photo.' }
const wrongPhoto = { IncorrectRequest: 'it is no whole PNG or JPEG, or too large.' }

const net = { object: 'net', extension: true, params: z.object({ netId: pathId.net }) } as const
const device = { object: 'device', extension: true, params: z.object({ deviceId: pathId.device }) } as const
const org = { object: 'org', extension: true, params: z.object({ orgId: pathId.org }) } as const

const listed = { tags: card.shape.tags, groupName: card.shape.groupName }

export const cards = {
  list: get('/org/:orgId/cards/', {
    access: 'viewer',
    summary: 'Tags and groups of networks and devices',
    description: 'Lists networks and devices with tags or a group, and computed devices.',
    ...org,
    reply: z.object({
      nets: z.array(z.object({ netId: idOf.net, ...listed })).describe('Networks.'),
      devices: z
        .array(
          z.object({
            deviceId: idOf.device,
            ...listed,
            isComputed: z.boolean().describe('Whether its parameters are computed from others.'),
          }),
        )
        .describe('Devices.'),
    }),
  }),
  changeMany: post('/org/:orgId/cards/change/', {
    access: 'manager',
    summary: 'Tag and group several networks and devices',
    description: 'Applied completely or not at all. Omitted fields are unchanged; at most 20 tags each.',
    errors: {
      ObjectNotFound: 'one of the networks or devices is outside the organization.',
      IncorrectRequest: 'a network or device would have more than 20 tags.',
    },
    ...org,
    body: z.object({
      netIds: z.array(idOf.net).max(1000).default([]).describe('Networks, at most 1000.'),
      deviceIds: z.array(idOf.device).max(1000).default([]).describe('Devices, at most 1000.'),
      addTags: tags.default([]).describe('Tags to add, at most 20.'),
      removeTags: tags.default([]).describe('Tags to remove, at most 20.'),
      groupName: card.shape.groupName.optional().describe('New group; empty removes it.'),
    }),
    reply: z.object({}),
    example: { body: { deviceIds: [1], addTags: ['heating'] } },
  }),
  device: get('/device/:deviceId/card/', {
    access: 'viewer',
    summary: 'Get the details of a device',
    description: 'Tags, group, location, serial number, note and custom fields; empty fields are included.',
    ...device,
    reply: shownCard.extend({ isComputed: z.boolean().describe('Whether its parameters are computed from others.') }),
  }),
  changeDevice: post('/device/:deviceId/card/change/', {
    access: 'manager',
    summary: 'Change the details of a device',
    description: 'Omitted fields are unchanged.',
    ...device,
    body: card.partial(),
    reply: z.object({}),
    example: { body: { tags: ['heating'], location: 'Cellar, left of the door' } },
  }),
  net: get('/net/:netId/card/', {
    access: 'viewer',
    summary: 'Get the details of a network',
    description: 'Tags, group, location, serial number, note and custom fields; empty fields are included.',
    ...net,
    reply: shownCard,
  }),
  changeNet: post('/net/:netId/card/change/', {
    access: 'manager',
    summary: 'Change the details of a network',
    description: 'Omitted fields are unchanged.',
    ...net,
    body: card.partial(),
    reply: z.object({}),
    example: { body: { tags: ['school'], groupName: 'North' } },
  }),
  devicePhoto: get('/device/:deviceId/photo/', {
    access: 'viewer',
    summary: 'Get the photo of a device',
    description: 'The stored image in base64.',
    errors: noPhoto,
    ...device,
    reply: photo,
  }),
  changeDevicePhoto: post('/device/:deviceId/photo/change/', {
    access: 'manager',
    summary: 'Set the photo of a device',
    description:
      'Replaces the previous photo. The image is checked and refused if its content does not match its type.',
    errors: wrongPhoto,
    ...device,
    body: newPhoto,
    reply: z.object({}),
    example: { body: { data: null } },
  }),
  netPhoto: get('/net/:netId/photo/', {
    access: 'viewer',
    summary: 'Get the photo of a network',
    description: 'The stored image in base64.',
    errors: noPhoto,
    ...net,
    reply: photo,
  }),
  changeNetPhoto: post('/net/:netId/photo/change/', {
    access: 'manager',
    summary: 'Set the photo of a network',
    description:
      'Replaces the previous photo. The image is checked and refused if its content does not match its type.',
    errors: wrongPhoto,
    ...net,
    body: newPhoto,
    reply: z.object({}),
    example: { body: { data: null } },
  }),
}
