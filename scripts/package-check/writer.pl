# A program that speaks Documentation/Formats/Wire.md: stores items one after the other, or looks for those that were acknowledged.
# SPDX-License-Identifier: Apache-2.0
# usage: perl writer.pl write|find FOLDER
use strict;
use warnings;
use IO::Socket::UNIX;
use POSIX ();

my ($mode, $folder) = @ARGV;
my ($client, $turned_away) = (undef, 0);

# In hundredths of a second; the small Perl of a minimal system has no finer clock.
sub now { return (POSIX::times())[0] }

sub text { my ($value) = @_; return pack('N', length $value) . $value }
sub attributes { my ($account) = @_; return pack('n', 2) . "acct\1" . text($account) . "svce\1" . text('writer') }
sub add { my ($account) = @_; return "\1genp" . attributes($account) . "\0\0\1" . text("secret of $account") . "\0" }
sub copy {
    my ($account) = @_;
    return "\2genp" . attributes($account) . "\0" x 3 . "\0" x 4 . "\0" x 12 . "\0\0" . "\0\1\0" . "\0";
}

sub take {
    my ($count) = @_;
    my $data = '';
    while (length $data < $count) {
        my $taken = sysread $client, $data, $count - length $data, length $data;
        return undef unless $taken;
    }
    return $data;
}

# The status and the body; an empty list where the connection ended without an answer.
sub call {
    my ($request) = @_;
    unless ($client) {
        unless ($client = IO::Socket::UNIX->new(Peer => '/run/latchkey/keychaind.sock')) { $turned_away++; return }
        syswrite $client, 'latchkey' . pack('nnN', 1, 1, 0);
        unless (defined take(16)) { undef $client; return }
    }
    my $body = text('login.keychain-db') . $request;
    my $sent = syswrite $client, pack('NNCx3', length $body, 1, 1) . $body;
    my $head = $sent ? take(12) : undef;
    my ($length, undef, $kind) = defined $head ? unpack('NNC', $head) : (0, 0, 4);
    my $answer = $kind == 4 ? undef : take($length);
    unless (defined $answer) { undef $client; return }
    return ($kind == 3 ? unpack('l>', $answer) : 0, $answer);
}

$SIG{PIPE} = 'IGNORE';
if ($mode eq 'find') {
    open my $log, '<', "$folder/acknowledged" or die;
    my ($missing, $count) = (0, 0);
    while (my $account = <$log>) {
        chomp $account;
        $count++;
        my ($status, $answer) = call(copy($account));
        $missing++ unless defined $status && $status == 0 && index($answer, "secret of $account") >= 0;
    }
    print "$missing of $count missing\n";
    exit($missing > 0 || $count == 0);
}
open my $log, '>', "$folder/acknowledged" or die;
$log->autoflush(1);
my ($errors, $unanswered, $reconnections, $longest) = (0, 0, 0, 0);
for (my $number = 0; !-e "$folder/stop"; $number++) {
    my ($account, $start, $tries) = ("item-$number", now(), 0);
    while (1) {
        my ($status) = call(add($account));
        if (!defined $status) {
            $reconnections++;
            $tries++;
            last if -e "$folder/stop";
            select undef, undef, undef, 0.02;
        } elsif ($status == 0) {
            print $log "$account\n";
            last;
        } elsif ($status == -25299 && $tries) {
            $unanswered++;
            last;
        } else {
            $errors++;
            print STDERR "status $status\n";
            last;
        }
    }
    my $took = now() - $start;
    $longest = $took if $took > $longest;
}
open my $report, '>', "$folder/report" or die;
printf $report "%d errors, %d unanswered, %d refused connections, %d interruptions, %d ms at most for an item\n",
    $errors, $unanswered, $turned_away, $reconnections, $longest * 10;
