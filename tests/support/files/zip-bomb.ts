// An archive of one file, written by hand: it can unfold to anything, and announce anything.
import { crc32, deflateRawSync } from 'node:zlib'

/** `announced` is the size that the archive says the file has; its own where it is left out. */
export function zipBomb(name: string, data: Uint8Array, announced: number = data.length): Buffer {
  const packed = deflateRawSync(data)
  const path = Buffer.from(name)
  const sizes = (header: Buffer, position: number) => {
    header.writeUInt16LE(8, position)
    header.writeUInt32LE(crc32(data), position + 6)
    header.writeUInt32LE(packed.length, position + 10)
    header.writeUInt32LE(announced, position + 14)
    header.writeUInt16LE(path.length, position + 18)
    return header
  }
  const local = sizes(Buffer.alloc(30), 8)
  local.writeUInt32LE(0x04034b50, 0)
  const central = sizes(Buffer.alloc(46), 10)
  central.writeUInt32LE(0x02014b50, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + path.length, 12)
  end.writeUInt32LE(local.length + path.length + packed.length, 16)
  return Buffer.concat([local, path, packed, central, path, end])
}
