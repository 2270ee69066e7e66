<?php
/**
 * Plugin Name: Answerloom
 * Description: Your help page on your website: a help button, FAQs and a search, from your Answerloom workspace.
 * Version: 0.1.0
 * Requires at least: 6.0
 * Requires PHP: 7.4
 * License: GPL-2.0-or-later
 * Text Domain: answerloom
 */

defined( 'ABSPATH' ) || exit;

const ANSWERLOOM_OPTION = 'answerloom_settings';
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

/** Turns what was typed into settings; a value that cannot be right becomes empty. */
function answerloom_sanitize_settings( $input ): array {
	$input        = is_array( $input ) ? $input : array();
	$text         = static fn( string $name ): string =>
		isset( $input[ $name ] ) && is_scalar( $input[ $name ] ) ? sanitize_text_field( (string) $input[ $name ] ) : '';
	$url          = untrailingslashit( esc_url_raw( $text( 'url' ), array( 'https', 'http' ) ) );
	$workspace_id = strtolower( $text( 'workspace_id' ) );
	$subdomain    = strtolower( $text( 'subdomain' ) );
	return array(
		'url'          => $url,
		'workspace_id' => preg_match( '/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/', $workspace_id ) ? $workspace_id : '',
		'subdomain'    => preg_match( '/^[a-z0-9-]{1,63}$/', $subdomain ) ? $subdomain : '',
		'launcher'     => '' === $text( 'launcher' ) ? '' : '1',
		'label'        => $text( 'label' ),
	);
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

/** Published FAQs of the workspace. After a failure, the last ones that were fetched. */
function answerloom_faqs(): array {
	$settings = answerloom_settings();
	if ( '' === $settings['url'] || '' === $settings['subdomain'] ) {
		return array();
	}
	$key    = 'answerloom_faqs_' . md5( $settings['url'] . ' ' . $settings['subdomain'] );
	$cached = get_transient( $key );
	if ( is_array( $cached ) && ( $cached['fresh_until'] ?? 0 ) > time() ) {
		return $cached['items'];
	}
	$address  = $settings['url'] . '/api/public/workspaces/' . rawurlencode( $settings['subdomain'] ) . '/faqs';
	$response = wp_safe_remote_get( $address, array( 'timeout' => 5 ) );
	$items    = is_array( $cached ) ? $cached['items'] : array();
	if ( 200 === wp_remote_retrieve_response_code( $response ) ) {
		$body = json_decode( wp_remote_retrieve_body( $response ), true );
		if ( is_array( $body ) && is_array( $body['items'] ?? null ) ) {
			$items = $body['items'];
		}
	}
	// A failure is remembered, too, so that visitors do not wait for it again.
	set_transient(
		$key,
		array(
			'items'       => $items,
			'fresh_until' => time() + ANSWERLOOM_CACHE_SECONDS,
		),
		DAY_IN_SECONDS
	);
	return $items;
}

/** [answerloom_faq category="Billing"]: the FAQs as part of the page, also without JavaScript. */
function answerloom_faq_shortcode( $attributes ): string {
	$attributes = shortcode_atts( array( 'category' => '' ), is_array( $attributes ) ? $attributes : array(), 'answerloom_faq' );
	$html       = '';
	foreach ( answerloom_faqs() as $faq ) {
		if ( ! is_array( $faq ) || ! is_string( $faq['question'] ?? null ) || ! is_string( $faq['answer_html'] ?? null ) ) {
			continue;
		}
		if ( '' !== $attributes['category'] && ( $faq['category'] ?? '' ) !== $attributes['category'] ) {
			continue;
		}
		$html .= '<details class="answerloom-faq"><summary>' . esc_html( $faq['question'] ) . '</summary><div>' . wp_kses_post( $faq['answer_html'] ) . '</div></details>';
	}
	return '' === $html ? '' : '<div class="answerloom-faqs">' . $html . '</div>';
}

/** [answerloom_search]: the search and all FAQs, as a frame within the page. */
function answerloom_search_shortcode(): string {
	return answerloom_script_tag( array() );
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
		'url'          => array( 'Address of your Answerloom', 'https://help.example.com' ),
		'workspace_id' => array( 'Workspace id', 'See Widgets → Share & Embed' ),
		'subdomain'    => array( 'Subdomain', 'The last part of the address of your help page' ),
		'label'        => array( 'Text on the button', 'Without one the button is round' ),
	);
	?>
	<div class="wrap">
		<h1>Answerloom</h1>
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
