<?php
/**
 * Plugin Name: Answerloom
 * Description: Your help page on your website: a help button, FAQs and a search, from your Answerloom workspace.
 * Version: 1.0.0-rc.1
 * Requires at least: 6.0
 * Requires PHP: 7.4
 * License: GPL-2.0-or-later
 * Text Domain: answerloom
 */

defined( 'ABSPATH' ) || exit;

const ANSWERLOOM_OPTION = 'answerloom_settings';
const ANSWERLOOM_CACHE  = 'answerloom_faqs';
/** Seconds for which FAQs are kept before they are fetched again. */
const ANSWERLOOM_CACHE_SECONDS = 300;

/** The settings, with defaults for what is not set. */
function answerloom_settings(): array {
	$defaults = array(
		'url'          => '',
		'workspace_id' => '',
		'subdomain'    => '',
		'launcher'     => '1',
		'label'        => '',
	);
	$stored = get_option( ANSWERLOOM_OPTION, array() );
	return array_merge( $defaults, is_array( $stored ) ? array_intersect_key( $stored, $defaults ) : array() );
}

/** Checks the submitted settings. An invalid value becomes empty, with a message on the settings page. */
function answerloom_sanitize_settings( $input ): array {
	$input    = is_array( $input ) ? $input : array();
	$text     = static fn( string $name ): string =>
		isset( $input[ $name ] ) && is_scalar( $input[ $name ] ) ? sanitize_text_field( (string) $input[ $name ] ) : '';
	$id       = strtolower( $text( 'workspace_id' ) );
	$settings = array(
		'url'          => untrailingslashit( esc_url_raw( $text( 'url' ), array( 'https', 'http' ) ) ),
		'workspace_id' => preg_match( '/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/', $id ) ? $id : '',
		'subdomain'    => preg_match( '/^[a-z0-9-]{1,63}$/', strtolower( $text( 'subdomain' ) ) ) ? strtolower( $text( 'subdomain' ) ) : '',
		'launcher'     => '' === $text( 'launcher' ) ? '' : '1',
		'label'        => $text( 'label' ),
	);
	$messages = array(
		'url'          => 'The server URL was not saved. It must begin with https:// or http://.',
		'workspace_id' => 'The workspace ID was not saved. Copy it from Widgets → Share & Embed in Answerloom.',
		'subdomain'    => 'The subdomain was not saved. It consists of letters, digits and hyphens.',
	);
	foreach ( $messages as $name => $message ) {
		if ( '' === $settings[ $name ] && '' !== $text( $name ) ) {
			add_settings_error( ANSWERLOOM_OPTION, $name, $message );
		}
	}
	return $settings;
}

/** The script tag of the widget; empty while the settings are incomplete. */
function answerloom_script_tag( array $attributes ): string {
	$settings = answerloom_settings();
	if ( '' === $settings['url'] || '' === $settings['workspace_id'] ) {
		return '';
	}
	$all = array_merge(
		array(
			'src'               => $settings['url'] . '/widget.js',
			'async'             => true,
			'data-workspace-id' => $settings['workspace_id'],
		),
		array_filter( $attributes, static fn( $value ): bool => '' !== $value )
	);
	// WordPress escapes the attributes, and adds the nonce of a content security policy where a filter sets one.
	return wp_get_script_tag( $all );
}

/** Prints the help button at the end of each page. */
function answerloom_footer(): void {
	$settings = answerloom_settings();
	if ( '1' !== $settings['launcher'] ) {
		return;
	}
	// phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- escaped by wp_get_script_tag().
	echo answerloom_script_tag(
		array(
			'data-mode'  => 'launcher',
			'data-label' => $settings['label'],
		)
	);
}

/** URL of the published FAQs. */
function answerloom_faqs_url( array $settings ): string {
	return $settings['url'] . '/api/public/workspaces/' . rawurlencode( $settings['subdomain'] ) . '/faqs';
}

/** The FAQs fetched last with these settings, or null. */
function answerloom_cached_faqs( array $settings ): ?array {
	$cached = get_transient( ANSWERLOOM_CACHE );
	return is_array( $cached ) && answerloom_faqs_url( $settings ) === ( $cached['source'] ?? '' ) ? $cached : null;
}

/** The fields of FAQs that are shown. Items that are not FAQs are left out. */
function answerloom_shown_faqs( array $items ): array {
	$faqs = array();
	foreach ( $items as $item ) {
		if ( is_array( $item ) && is_string( $item['question'] ?? null ) && is_string( $item['answer_html'] ?? null ) ) {
			$faqs[] = array(
				'question'    => $item['question'],
				'answer_html' => $item['answer_html'],
				'category'    => is_string( $item['category'] ?? null ) ? $item['category'] : '',
			);
		}
	}
	return $faqs;
}

/** Published FAQs of the workspace, or a WP_Error that says why they cannot be fetched. */
function answerloom_fetch_faqs( array $settings ) {
	$url     = answerloom_faqs_url( $settings );
	$options = array( 'timeout' => 5 );
	// wp_safe_remote_get() refuses private addresses and most ports, and Answerloom may run in the same network. Only
	// administrators set the URL, but in a network of sites these may not reach every server.
	$response = is_multisite() ? wp_safe_remote_get( $url, $options ) : wp_remote_get( $url, $options );
	if ( is_wp_error( $response ) ) {
		return $response;
	}
	$status = wp_remote_retrieve_response_code( $response );
	$body   = json_decode( wp_remote_retrieve_body( $response ), true );
	if ( 200 === $status && is_array( $body ) && is_array( $body['items'] ?? null ) ) {
		return answerloom_shown_faqs( $body['items'] );
	}
	if ( 404 === $status ) {
		return new WP_Error( 'answerloom', 'There is no workspace with this subdomain.' );
	}
	return new WP_Error( 'answerloom', 200 === $status ? 'The response is not from Answerloom.' : "The server responded with status $status." );
}

/**
 * Fetches the FAQs and keeps them. After a failure, the last ones that were fetched are kept for the same time, so that
 * visitors do not wait for the next failure.
 *
 * @return array|WP_Error
 */
function answerloom_refresh_faqs( array $settings ) {
	$fetched = answerloom_fetch_faqs( $settings );
	set_transient(
		ANSWERLOOM_CACHE,
		array(
			'source'      => answerloom_faqs_url( $settings ),
			'items'       => is_wp_error( $fetched ) ? ( answerloom_cached_faqs( $settings )['items'] ?? array() ) : $fetched,
			'fresh_until' => time() + ANSWERLOOM_CACHE_SECONDS,
		),
		DAY_IN_SECONDS
	);
	return $fetched;
}

/** The FAQs to show. */
function answerloom_faqs(): array {
	$settings = answerloom_settings();
	if ( '' === $settings['url'] || '' === $settings['subdomain'] ) {
		return array();
	}
	$cached = answerloom_cached_faqs( $settings );
	if ( null === $cached || $cached['fresh_until'] <= time() ) {
		$fetched = answerloom_refresh_faqs( $settings );
		if ( ! is_wp_error( $fetched ) ) {
			return $fetched;
		}
	}
	return $cached['items'] ?? array();
}

/** [answerloom_faq category="Billing"]: the FAQs as part of the page, also without JavaScript. */
function answerloom_faq_shortcode( $attributes ): string {
	$attributes = shortcode_atts( array( 'category' => '' ), is_array( $attributes ) ? $attributes : array(), 'answerloom_faq' );
	// The visual editor stores & as &amp;.
	$category = wp_specialchars_decode( (string) $attributes['category'], ENT_QUOTES );
	$html     = '';
	foreach ( answerloom_faqs() as $faq ) {
		if ( '' !== $category && $faq['category'] !== $category ) {
			continue;
		}
		$html .= '<details class="answerloom-faq"><summary>' . esc_html( $faq['question'] ) . '</summary><div>' . wp_kses_post( $faq['answer_html'] ) . '</div></details>';
	}
	if ( '' === $html ) {
		return '';
	}
	wp_enqueue_style( 'answerloom', plugins_url( 'answerloom.css', __FILE__ ), array(), '1.0.0-rc.1' );
	return '<div class="answerloom-faqs">' . $html . '</div>';
}

/** [answerloom_search]: the search and all FAQs, as a frame within the page. */
function answerloom_search_shortcode(): string {
	return answerloom_script_tag( array() );
}

/** Says on the settings page if the FAQs of [answerloom_faq] can be fetched. */
function answerloom_print_connection( array $settings ): void {
	if ( '' === $settings['url'] || '' === $settings['subdomain'] ) {
		return;
	}
	$faqs    = answerloom_refresh_faqs( $settings );
	$message = is_wp_error( $faqs )
		? 'The FAQs could not be fetched: ' . $faqs->get_error_message()
		: sprintf( 'Connected. Published FAQs: %d.', count( $faqs ) );
	?>
	<div class="notice inline <?php echo esc_attr( is_wp_error( $faqs ) ? 'notice-error' : 'notice-success' ); ?>"><p><?php echo esc_html( $message ); ?></p></div>
	<?php
}

/** Adds Settings → Answerloom. */
function answerloom_menu(): void {
	add_options_page( 'Answerloom', 'Answerloom', 'manage_options', 'answerloom', 'answerloom_settings_page' );
}

/** Registers the settings; WordPress checks the nonce and the permission. */
function answerloom_register_settings(): void {
	register_setting(
		'answerloom',
		ANSWERLOOM_OPTION,
		array(
			'type'              => 'array',
			'sanitize_callback' => 'answerloom_sanitize_settings',
			'default'           => array(),
		)
	);
}

/** The settings page. */
function answerloom_settings_page(): void {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$settings = answerloom_settings();
	$fields   = array(
		'url'          => array( 'Server URL', 'For example https://help.example.com' ),
		'workspace_id' => array( 'Workspace ID', 'See Widgets → Share & Embed in Answerloom' ),
		'subdomain'    => array( 'Subdomain', 'The last part of the URL of your help page' ),
		'label'        => array( 'Button text', 'Leave it empty for a round button with an icon' ),
	);
	?>
	<div class="wrap">
		<h1>Answerloom</h1>
		<?php answerloom_print_connection( $settings ); ?>
		<form action="options.php" method="post">
			<?php settings_fields( 'answerloom' ); ?>
			<table class="form-table" role="presentation">
				<?php foreach ( $fields as $name => list( $label, $hint ) ) : ?>
					<tr>
						<th scope="row"><label for="<?php echo esc_attr( 'answerloom-' . $name ); ?>"><?php echo esc_html( $label ); ?></label></th>
						<td>
							<input class="regular-text" id="<?php echo esc_attr( 'answerloom-' . $name ); ?>" name="<?php echo esc_attr( ANSWERLOOM_OPTION . '[' . $name . ']' ); ?>" value="<?php echo esc_attr( $settings[ $name ] ); ?>">
							<p class="description"><?php echo esc_html( $hint ); ?></p>
						</td>
					</tr>
				<?php endforeach; ?>
				<tr>
					<th scope="row">Help button</th>
					<td>
						<label><input type="checkbox" name="<?php echo esc_attr( ANSWERLOOM_OPTION . '[launcher]' ); ?>" value="1" <?php checked( $settings['launcher'], '1' ); ?>> Show it on every page</label>
					</td>
				</tr>
			</table>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}

add_action( 'wp_footer', 'answerloom_footer' );
add_action( 'admin_menu', 'answerloom_menu' );
add_action( 'admin_init', 'answerloom_register_settings' );
add_shortcode( 'answerloom_faq', 'answerloom_faq_shortcode' );
add_shortcode( 'answerloom_search', 'answerloom_search_shortcode' );
