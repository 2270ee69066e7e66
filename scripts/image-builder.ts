// Builds the image with docker, podman or buildah.
import { execFileSync, spawnSync } from 'node:child_process'

const works = (command: string, word: string) => spawnSync(command, [word], { stdio: 'ignore' }).status === 0

/** The program that builds images here. `info` asks Docker's daemon, without which the command alone builds nothing. */
export const builder: string | undefined =
  ['docker', 'podman'].find((command) => works(command, 'info')) ??
  ['buildah'].find((command) => works(command, '--version'))

export const NO_BUILDER = 'No image was built: this machine has none of docker, podman and buildah that works.'

/** Docker before version 23 asks for BuildKit. Buildah works without a daemon, and with these also within a container. */
export const builderEnv: NodeJS.ProcessEnv = {
  DOCKER_BUILDKIT: '1',
  ...(builder === 'buildah' && { STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }),
  ...process.env,
}

interface Build {
  /** Folder of the source. */
  source: string
  image: string
  /** Replaces Node's image. */
  base?: string | undefined
  version?: string
}

/** Builds the image and shows the steps on stderr. Throws when that fails. */
export function buildImage({ source, image, base, version }: Build): void {
  const variables = Object.entries({ NODE_IMAGE: base, VERSION: version }).flatMap(([name, value]) =>
    value ? ['--build-arg', `${name}=${value}`] : [],
  )
  // Only Docker's format has a HEALTHCHECK.
  const format = builder === 'docker' ? [] : ['--format', 'docker']
  const words = ['build', ...format, '-f', 'deploy/Dockerfile', ...variables, '-t', image, '.']
  const { status } = spawnSync(builder ?? '', words, { cwd: source, env: builderEnv, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('The image was not built')
}

/** Saves an image as an OCI archive. Docker's own archive has been one since version 25. */
export function saveImage(image: string, file: string): void {
  const words = {
    docker: ['save', '--output', file, image],
    podman: ['save', '--format', 'oci-archive', '--output', file, image],
    buildah: ['push', image, `oci-archive:${file}:${image}`],
  }[builder ?? '']
  execFileSync(builder ?? '', words, { env: builderEnv, stdio: ['ignore', 2, 2] })
}
