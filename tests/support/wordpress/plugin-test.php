<?php
// Runs the plugin's functions on small replacements of WordPress's, and fails on the first that does not do its job.
// The replacements escape as WordPress does where the plugin relies on it.
declare(strict_types=1);
error_reporting( E_ALL );
set_error_handler(
	static function ( int $level, string $message, string $file, int $line ): void {
		throw new ErrorException( $message, 0, $level, $file, $line );
	}
);

const ABSPATH        = '/';
const DAY_IN_SECONDS = 86400;

$options    = array();
$transients = array();
$hooks      = array();
$requests   = array();
$reply      = array( 'code' => 200, 'body' => '' );
$may_manage = true;
$is_network = false;
$errors     = array();
$styles     = array();

function get_option( string $name, $default = false ) { global $options; return $options[ $name ] ?? $default; }
function delete_option( string $name ): void { global $options; unset( $options[ $name ] ); }
function get_transient( string $key ) { global $transients; return $transients[ $key ] ?? false; }
function set_transient( string $key, $value, int $seconds ): void { global $transients; $transients[ $key ] = $value; }
function delete_transient( string $key ): void { global $transients; unset( $transients[ $key ] ); }
function add_action( string $hook, string $callback ): void { global $hooks; $hooks[ $hook ] = $callback; }
function add_shortcode( string $tag, string $callback ): void { global $hooks; $hooks[ "[$tag]" ] = $callback; }
function add_options_page( ...$arguments ): void { global $hooks; $hooks['page'] = $arguments; }
function register_setting( string $group, string $name, array $options ): void { global $hooks; $hooks['setting'] = $options; }
function settings_fields( string $group ): void { echo '<input type="hidden" name="_wpnonce" value="n">'; }
function submit_button(): void { echo '<button>Save</button>'; }
function checked( $value, $current ): void { if ( $value === $current ) { echo 'checked'; } }
function current_user_can( string $what ): bool { global $may_manage; return $may_manage && 'manage_options' === $what; }
function esc_html( string $text ): string { return htmlspecialchars( $text, ENT_QUOTES ); }
function esc_attr( string $text ): string { return htmlspecialchars( $text, ENT_QUOTES ); }
function plugins_url( string $file, string $plugin ): string { return "https://shop.example.com/$file"; }
function wp_enqueue_style( string $name, string $url, array $needed, string $version ): void { global $styles; $styles[] = $url; }
function wp_specialchars_decode( string $text, int $flags ): string { return htmlspecialchars_decode( $text, $flags ); }
function esc_url_raw( string $url, array $protocols ): string {
	return in_array( parse_url( $url, PHP_URL_SCHEME ), $protocols, true ) ? $url : '';
}
function sanitize_text_field( string $text ): string { return trim( strip_tags( $text ) ); }
function untrailingslashit( string $text ): string { return rtrim( $text, '/' ); }
function wp_kses_post( string $html ): string {
	$html = preg_replace( '#<script.*?</script>#is', '', $html );
	return preg_replace( '/ on\w+=("[^"]*"|\'[^\']*\')/i', '', $html );
}
function wp_get_script_tag( array $attributes ): string {
	$text = '';
	foreach ( $attributes as $name => $value ) {
		$text .= true === $value ? " $name" : " $name=\"" . esc_attr( $value ) . '"';
	}
	return "<script$text></script>\n";
}
function shortcode_atts( array $defaults, array $given, string $tag ): array {
	return array_merge( $defaults, array_intersect_key( $given, $defaults ) );
}
final class WP_Error {
	private string $message;
	public function __construct( string $code, string $message ) { $this->message = $message; }
	public function get_error_message(): string { return $this->message; }
}
function is_wp_error( $value ): bool { return $value instanceof WP_Error; }
function is_multisite(): bool { global $is_network; return $is_network; }
function wp_remote_get( string $url, array $options ) {
	global $requests, $reply;
	$requests[] = $url;
	return $reply;
}
function wp_safe_remote_get( string $url, array $options ) { return new WP_Error( 'http', 'A valid URL was not provided.' ); }
function add_settings_error( string $setting, string $code, string $message ): void { global $errors; $errors[] = $code; }
function wp_remote_retrieve_response_code( $response ) { return $response['code']; }
function wp_remote_retrieve_body( $response ): string { return $response['body']; }

function check( bool $holds, string $what ): void {
	if ( ! $holds ) {
		fwrite( STDERR, "FAILED: $what\n" );
		exit( 1 );
	}
	echo "ok: $what\n";
}
function output_of( callable $function ): string {
	ob_start();
	$function();
	return ob_get_clean();
}

$plugin = $argv[1];
require "$plugin/answerloom.php";

const ID = '0193b5a0-0000-7000-8000-000000000001';

check( '' === output_of( $hooks['wp_footer'] ), 'without settings, the page gets nothing' );
check( '' === $hooks['[answerloom_search]']() && '' === $hooks['[answerloom_faq]']( '' ), 'nor do shortcodes' );

$hooks['admin_init']();
$sanitize = $hooks['setting']['sanitize_callback'];
check(
	$sanitize(
		array( 'url' => 'javascript:alert(1)', 'workspace_id' => '"><script>', 'subdomain' => '../x', 'label' => '<b>Help</b>', 'other' => 'x' )
	) === array( 'url' => '', 'workspace_id' => '', 'subdomain' => '', 'launcher' => '', 'label' => 'Help' ),
	'what cannot be right is not stored'
);
check( $errors === array( 'url', 'workspace_id', 'subdomain' ), 'and each invalid value is reported' );
$errors = array();
check( $sanitize( 'text' )['url'] === '' && $sanitize( array( 'url' => array( 'x' ) ) )['url'] === '', 'nor what is no text' );
$options['answerloom_settings'] = $sanitize(
	array( 'url' => 'https://help.example.com/', 'workspace_id' => strtoupper( ID ), 'subdomain' => 'Acme', 'launcher' => '1', 'label' => 'A "quoted" label' )
);

check( $errors === array(), 'valid and missing values are not reported' );

$footer = output_of( $hooks['wp_footer'] );
check( str_contains( $footer, 'src="https://help.example.com/widget.js" async data-workspace-id="' . ID . '" data-mode="launcher"' ), 'the footer has the button' );
check( str_contains( $footer, 'data-label="A &quot;quoted&quot; label"' ), 'its label is escaped' );
check( ! str_contains( $hooks['[answerloom_search]'](), 'launcher' ), '[answerloom_search] is a frame within the page' );

$faq   = static fn( string $question, string $answer, string $category ): array => array( 'question' => $question, 'answer_html' => $answer, 'category' => $category );
$reply = array(
	'code' => 200,
	'body' => json_encode(
		array(
			'items' => array(
				$faq( '<img src=x onerror=alert(1)>?', '<p onclick="x()">Yes.<script>alert(1)</script></p>', 'Billing' ),
				$faq( 'Where?', '<p>Here.</p>', 'Care & Use' ),
				'no FAQ',
			),
		)
	),
);
$published = $reply;
$html      = $hooks['[answerloom_faq]']( array( 'category' => 'Billing' ) );
check( $requests === array( 'https://help.example.com/api/public/workspaces/acme/faqs' ), 'the public API is asked' );
check( str_contains( $html, '<summary>&lt;img src=x onerror=alert(1)&gt;?</summary><div><p>Yes.</p></div>' ), 'questions are escaped, answers cleaned' );
check( $styles === array( 'https://shop.example.com/answerloom.css' ), 'the page loads their styles' );
check( ! str_contains( $html, 'Where?' ), 'one category alone is shown' );
check( str_contains( $hooks['[answerloom_faq]']( array( 'category' => 'Care &amp; Use' ) ), 'Where?' ), 'also as the visual editor stores its name' );
check( substr_count( $hooks['[answerloom_faq]']( '' ), '<details' ) === 2 && count( $requests ) === 1, 'without one all are, from the cache' );

$key = array_key_first( $transients );
$transients[ $key ]['fresh_until'] = 0;
$reply = array( 'code' => 503, 'body' => '' );
check( substr_count( $hooks['[answerloom_faq]']( '' ), '<details' ) === 2 && count( $requests ) === 2, 'a failure leaves the last FAQs' );
$hooks['[answerloom_faq]']( '' );
check( count( $requests ) === 2, 'and is not repeated for each visitor' );

$options['answerloom_settings']['subdomain'] = 'other';
check( '' === $hooks['[answerloom_faq]']( '' ) && count( $requests ) === 3, 'another workspace does not show the FAQs of the former one' );
$options['answerloom_settings']['subdomain'] = 'acme';
$reply                                       = $published;
$transients[ $key ]['fresh_until']           = 0;
check( substr_count( $hooks['[answerloom_faq]']( '' ), '<details' ) === 2 && count( $requests ) === 4, 'FAQs are fetched again' );
$reply = array( 'code' => 503, 'body' => '' );

$is_network                        = true;
$transients[ $key ]['fresh_until'] = 0;
check( substr_count( $hooks['[answerloom_faq]']( '' ), '<details' ) === 2 && count( $requests ) === 4, 'sites of a network use the safe request' );
$is_network = false;

$hooks['admin_menu']();
check( $hooks['page'][2] === 'manage_options', 'the settings are for administrators' );
$page = output_of( $hooks['page'][4] );
check( str_contains( $page, '_wpnonce' ) && str_contains( $page, 'value="A &quot;quoted&quot; label"' ), 'the form has a nonce and escaped values' );
check( str_contains( $page, 'could not be fetched: The server responded with status 503.' ), 'a failed connection is shown' );
$reply = array( 'code' => 404, 'body' => '{}' );
check( str_contains( output_of( $hooks['page'][4] ), 'There is no workspace with this subdomain.' ), 'so is an unknown workspace' );
$reply = array( 'code' => 200, 'body' => '<html>' );
check( str_contains( output_of( $hooks['page'][4] ), 'The response is not from Answerloom.' ), 'and another server' );
$reply = array( 'code' => 200, 'body' => '{"items":[]}' );
check( str_contains( output_of( $hooks['page'][4] ), 'Connected. Published FAQs: 0.' ), 'and a working connection' );
$may_manage = false;
check( '' === output_of( $hooks['page'][4] ), 'others see nothing' );

const WP_UNINSTALL_PLUGIN = 'answerloom/answerloom.php';
require "$plugin/uninstall.php";
check( $options === array() && $transients === array(), 'nothing is left after uninstalling' );
